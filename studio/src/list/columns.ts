import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Permissions } from '../model/permissions.ts';
import type { Schema } from '../model/schema.ts';
import { isLong, type Kind, kindOf } from './kinds.ts';
import { beyond, crossesList, followPath, pathLabel } from './paths.ts';

/** A column of the table. */
export interface Column {
  readonly path: string;
  readonly label: string;
  readonly field: Field;
  readonly kind: Kind;
  /** Whether it shows the item's title, and leads to the item. */
  readonly isTitle: boolean;
  readonly isNumeric: boolean;
  /** The server sorts only by fields of the collection itself. */
  readonly isSortable: boolean;
  readonly width: number;
  /** The paths that its cells show. */
  readonly reads: readonly string[];
}

const WIDTHS: Partial<Record<Kind, number>> = {
  status: 132,
  number: 92,
  boolean: 92,
  date: 128,
  datetime: 200,
  time: 92,
  colour: 112,
  file: 96,
  list: 220,
  tags: 200,
};

/** A column for a path; null for a path that does not exist. */
export function columnOf(schema: Schema, collection: Collection, path: string): Column | null {
  const fields = followPath(schema, collection, path);
  const field = fields?.at(-1);
  if (!fields || !field) return null;
  const kind = kindOf(field);
  return {
    path,
    label: pathLabel(fields),
    field,
    kind,
    isTitle: collection.title.paths[0] === path,
    isNumeric: kind === 'number' && !crossesList(fields),
    isSortable: fields.length === 1 && !field.isAlias,
    width: collection.title.paths[0] === path ? 320 : (WIDTHS[kind] ?? 180),
    reads: readsOf(schema, field, path),
  };
}

/** For a relation, the paths of the related items' titles. */
function readsOf(schema: Schema, field: Field, path: string): readonly string[] {
  const next = beyond(schema, field, path);
  if (!next) return [path];
  const { collection, prefix } = next;
  const names = [collection.key.name, ...collection.title.paths];
  if (collection.name === 'directus_users') names.push('avatar.private_hash');
  if (collection.name === 'directus_files') names.push('type', 'private_hash', 'title');
  return [...new Set(names)].map((name) => prefix + name);
}

/** The fields that a list reads: keys, titles, statuses, and those of its columns. */
export function readsOfAll(collection: Collection, columns: readonly Column[]): readonly string[] {
  const own = [collection.key.name, ...collection.title.paths, ...(collection.status ? [collection.status.name] : [])];
  return [...new Set([...own, ...columns.flatMap(({ reads }) => reads)])];
}

const MAX_COLUMNS = 6;
/** The fields of an item after its title, the most important first. */
const RANKS: readonly Kind[] = ['status', 'item', 'file', 'number', 'choice', 'datetime', 'date', 'boolean', 'text'];
const STAMPS: ReadonlySet<string> = new Set([
  'owner',
  'user_created',
  'user_updated',
  'datetime_created',
  'datetime_updated',
  'sort',
  'slug',
]);

/** The default columns of a list. */
export function defaultColumns(collection: Collection, permissions: Permissions): readonly string[] {
  const title = collection.title.paths.filter((path) => collection.field(path));
  const shown = collection.fields.filter(
    (field) => isShown(field) && permissions.mayRead(field) && !title.includes(field.name),
  );
  const ranked = shown.map((field) => ({ field, rank: rankOf(field) })).filter(({ rank }) => rank >= 0);
  const best = ranked.sort((a, b) => a.rank - b.rank).slice(0, MAX_COLUMNS - title.length);
  const last = (field: Field): number =>
    ['status', 'item', 'user', 'file', 'choice', 'text', 'boolean', 'number', 'date', 'datetime'].indexOf(
      kindOf(field),
    );
  const rest = best.map(({ field }) => field).sort((a, b) => last(a) - last(b));
  return [...(title.length > 0 ? title : [collection.key.name]), ...rest.map(({ name }) => name)].slice(0, MAX_COLUMNS);
}

const isShown = (field: Field): boolean => !field.isHiddenInList && !field.isAlias && !field.isKey && !isLong(field);

function rankOf(field: Field): number {
  const rank = RANKS.indexOf(kindOf(field) === 'user' ? 'item' : kindOf(field));
  if (rank < 0 || (STAMPS.has(field.type) && field.type !== 'datetime_updated')) return -1;
  return field.type === 'datetime_updated' ? RANKS.length : rank;
}
