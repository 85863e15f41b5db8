import type { Action } from '../permissions/action.ts';
import type { Policy } from '../permissions/policy.ts';
import { accessTo, isCompared } from '../query/plan/access.ts';
import type { PlanContext } from '../query/plan/context.ts';
import type { Collection } from '../schema/collection.ts';
import type { Field } from '../schema/field.ts';
import type { Schema } from '../schema/schema.ts';
import { named } from '../shared/named.ts';
import { pascalCase } from '../shared/pascal-case.ts';
import { namesOf } from './names.ts';

/** A field as visible to one role. */
export interface GraphField {
  readonly name: string;
  readonly field: Field;
  /** The part of the field's value that it shows; null for the entire value. */
  readonly part: FilePart | null;
  /** The collection below it; null for values, and for keys of unreadable items. */
  readonly target: GraphCollection | null;
  /** Whether it is visible in every row, or only in some. */
  readonly always: boolean;
  /** Whether filters may use it. */
  readonly compared: boolean;
}

/** A collection as visible to one role. */
export interface GraphCollection {
  readonly collection: Collection;
  /** The name of its query field; null for collections that are only reachable through others. */
  readonly root: string | null;
  /** The name of its list type, from which the name of its filter type is made. */
  readonly type: string;
  /** The name of the type of its items. */
  readonly item: string;
  /** By their names in GraphQL. */
  readonly fields: ReadonlyMap<string, GraphField>;
  /** Actions that the role may perform on some of its items; none for system collections. */
  readonly changes: readonly Change[];
}

/** The members of its `data` that a file also has itself, as in Directus 8. (Contract, G-21.) */
const FILE_PARTS = ['full_url', 'url', 'thumbnails'] as const;
type FilePart = (typeof FILE_PARTS)[number];

export type Change = Exclude<Action, 'read'>;

const CHANGES: readonly Change[] = ['create', 'update', 'delete'];

const RESERVED = [
  'Query',
  'Mutation',
  'Metadata',
  'Date',
  'Time',
  'Datetime',
  'FileData',
  'FileEmbed',
  'FileThumbnail',
  'JSON',
  'Int',
  'Float',
  'String',
  'Boolean',
  'ID',
];
const SUFFIXES = ['', 'Item', 'Filter', 'Input'];
/** Names that clients of Directus 8 know. (Contract, G-6.) */
const ITEMS = named<string>({ directus_files: 'DirectusFileItem', directus_users: 'DirectusUserItem' });
/** Names with a special meaning in the query language. */
const UNASKABLE = /^-|^0$|[.,*?\0]|^\s|\s$/;

/** The model of a role, collection by collection, without what its policy hides. */
export function graphModel(schema: Schema, policy: Policy): readonly GraphCollection[] {
  const context = { schema, policy };
  const readable = [...schema.collections.values()]
    .filter(({ name, primaryKey }) => primaryKey !== null && context.policy.collection(name).allows('read'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const roots = namesOf(readable.filter(isRoot).map(({ name }) => name));
  const types = typeNames(readable.map(({ name }) => name));
  const made = new Map<string, GraphCollection & { readonly fields: Map<string, GraphField> }>();
  for (const collection of readable) {
    const { name } = collection;
    const root = roots.get(name) ?? null;
    const changes = changesOf(collection, policy);
    const type = types.get(name) ?? name;
    made.set(name, { collection, root, type, item: ITEMS[name] ?? `${type}Item`, fields: new Map(), changes });
  }
  for (const { collection, fields } of made.values()) {
    for (const field of graphFields(context, collection, made)) fields.set(field.name, field);
    for (const part of partsOf(fields)) if (!fields.has(part.name)) fields.set(part.name, part);
  }
  return [...made.values()].filter(({ fields }) => fields.size > 0);
}

function changesOf({ system, name }: Collection, policy: Policy): readonly Change[] {
  return system ? [] : CHANGES.filter((change) => policy.collection(name).allows(change));
}

const isRoot = ({ system, row }: Collection): boolean => system || row?.managed === true;

function graphFields(
  context: PlanContext,
  collection: Collection,
  collections: ReadonlyMap<string, GraphCollection>,
): GraphField[] {
  const requested = collection.fields.filter(
    ({ name, column, relation, madeOf }) => !UNASKABLE.test(name) && (column || relation || madeOf),
  );
  const names = namesOf(requested.map(({ name }) => name));
  return requested.flatMap((field) => {
    const name = names.get(field.name);
    const access = accessTo(context, field);
    const target = field.relation ? (collections.get(field.relation.collection) ?? null) : null;
    if (name === undefined || access.kind === 'never' || (!field.column && !target && !field.madeOf)) return [];
    const always = access.kind === 'always';
    return [{ name, field, part: null, target, always, compared: !field.madeOf && isCompared(access) }];
  });
}

function partsOf(fields: ReadonlyMap<string, GraphField>): GraphField[] {
  const whole = [...fields.values()].filter(({ field }) => field.madeOf);
  return whole.flatMap((field) => FILE_PARTS.map((part) => ({ ...field, name: part, part })));
}

/** Type names are unique and differ from the built-in ones. */
function typeNames(collections: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set([...RESERVED, ...Object.values(ITEMS)]);
  const names = namesOf(collections);
  return new Map(
    collections.map((collection, index) => {
      const base = pascalCase(names.get(collection) ?? `Collection${index}`);
      const isFree = (type: string): boolean => SUFFIXES.every((suffix) => !taken.has(`${type}${suffix}`));
      let type = base;
      for (let count = 2; !isFree(type); count++) type = `${base}_${count}`;
      for (const suffix of SUFFIXES) taken.add(`${type}${suffix}`);
      return [collection, type];
    }),
  );
}
