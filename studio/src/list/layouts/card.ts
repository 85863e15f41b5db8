import { PICTURE_FIELDS, pictureOf, type StudioFile } from '../../files/file.ts';
import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import { ownerPaths } from '../../model/owner.ts';
import type { Permissions } from '../../model/permissions.ts';
import type { Schema } from '../../model/schema.ts';
import { parseTemplate, type Template } from '../../model/template.ts';
import { fieldOption, type Row } from './layout.ts';
import { pathsOf, shown } from './present.ts';

/** What a card shows of an item. */
export interface CardPlan {
  readonly title: Template;
  readonly image: Field | null;
  /** A text of one or two lines. */
  readonly text: Field | null;
  /** Short values that are shown in one line. */
  readonly details: readonly Field[];
  /** The paths to read. */
  readonly fields: readonly string[];
}

const SUMMARIES = ['summary', 'subtitle', 'description', 'excerpt', 'teaser', 'lead', 'intro', 'abstract', 'note'];
const SILENT = new Set(['json', 'hash', 'array', 'status', 'sort', 'binary', 'translation', 'group', 'alias', 'lang']);
const NONE = '-';

/** Decides what cards of a collection show: the user's choices, otherwise what names and types suggest. */
export function planCard(collection: Collection, schema: Schema, permissions: Permissions, options: Row): CardPlan {
  const usable = collection.fields.filter((field) => isUsable(field) && permissions.mayRead(field));
  const chosen = fieldOption(collection, options, 'title');
  const title = chosen ? parseTemplate(`{{${chosen}}}`) : collection.title;
  const image = pick(options.image, usable.filter(isFile), () => usable.find(isFile));
  const text = pick(options.subtitle, usable, () => summaryOf(usable, title));
  const details = detailsOf(usable, [...title.paths, text?.name ?? '']);
  const reads = readOf(collection, schema, { title, image, text, details });
  const fields = [...new Set([...reads, ...ownerPaths(collection, permissions, reads)])];
  return { title, image, text, details, fields };
}

export const isFile = ({ type, relation }: Field): boolean =>
  type === 'file' || (relation?.kind === 'to-one' && relation.collection === 'directus_files');

const isUsable = (field: Field): boolean =>
  !field.isAlias && !field.isKey && !field.isHiddenInList && !SILENT.has(field.type);

function pick(option: unknown, fields: readonly Field[], otherwise: () => Field | undefined): Field | null {
  if (option === NONE) return null;
  return fields.find(({ name }) => name === option) ?? otherwise() ?? null;
}

const summaryOf = (fields: readonly Field[], title: Template): Field | undefined =>
  SUMMARIES.map((name) => fields.find((field) => field.name === name && !title.paths.includes(name))).find(Boolean);

/** The author, then the date. */
function detailsOf(fields: readonly Field[], taken: readonly string[]): readonly Field[] {
  const free = fields.filter((field) => !taken.includes(field.name) && !isFile(field));
  const who = free.find(({ type, relation }) => relation?.kind === 'to-one' && !/owner|user_/.test(type));
  const when = free.find(({ type }) => type === 'datetime' || type === 'date');
  return [who, when].filter((field) => field !== undefined);
}

function readOf(
  { key, status, sort }: Collection,
  schema: Schema,
  { title, image, text, details }: Omit<CardPlan, 'fields'>,
): readonly string[] {
  const own = [key.name, status?.name, sort?.name].filter((name) => name !== undefined);
  const pictures = image ? PICTURE_FIELDS.map((name) => `${image.name}.${name}`) : [];
  const values = [text, ...details].filter((field) => field !== null).flatMap((field) => pathsOf(field, schema));
  return [...new Set([...own, ...title.paths, ...pictures, ...values])];
}

/** The address of a card's picture. */
export const imageOf = ({ image }: CardPlan, row: Row, size: number): string | null =>
  image ? pictureOf(row[image.name] as StudioFile | null, size) : null;

/** The short values of a card, without missing ones. */
export const detailsText = ({ details }: CardPlan, row: Row, schema: Schema): string =>
  details
    .map((field) => shown(field, row[field.name], schema))
    .filter((text) => text !== '')
    .join(' · ');

/** The fields that a person may choose for a part of cards. */
export const cardChoices = (collection: Collection, permissions: Permissions): readonly Field[] =>
  collection.fields.filter((field) => isUsable(field) && permissions.mayRead(field));
