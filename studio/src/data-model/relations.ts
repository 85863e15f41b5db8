import type { Step } from './change.ts';
import { collectionPath, fieldPath } from './change.ts';
import { type Definition, KEY, type StoredField } from './definition.ts';

/** How many of the other side an item has, and how many of this side one of the other. */
export type Count = 'one' | 'many';

/** The draft of a relation. */
export interface RelationDraft {
  readonly from: string;
  readonly to: string;
  readonly ours: Count;
  readonly theirs: Count;
  /** The field of this side; empty if there is none. */
  readonly field: string;
  /** The field of the other side; empty if it shows none. */
  readonly back: string;
  readonly junction: string;
  readonly junctionFields: readonly [string, string];
  readonly label?: unknown;
  readonly backLabel?: unknown;
  readonly isRequired?: boolean;
}

/** The primary keys of collections, by which the columns that refer to them are defined. */
export type KeyOf = (collection: string) => Pick<StoredField, 'datatype' | 'length' | 'signed'> | undefined;

const FILES = 'directus_files';
const USERS = 'directus_users';
export const isSystem = (collection: string): boolean => collection.startsWith('directus_');

/** The kind of relation of a draft, in database terms. */
export type Shape = 'to-one' | 'to-many' | 'many-to-many';

export function shapeOf({ ours, theirs }: Pick<RelationDraft, 'ours' | 'theirs'>): Shape {
  if (ours === 'one') return 'to-one';
  return theirs === 'one' ? 'to-many' : 'many-to-many';
}

/** The requests that create a relation: both fields, the junction if there is one, and the relations themselves. */
export function relationSteps(draft: RelationDraft, keyOf: KeyOf): readonly Step[] {
  const shape = shapeOf(draft);
  if (shape === 'many-to-many') return throughJunction(draft, keyOf);
  if (shape === 'to-one') return pointing(draft, keyOf);
  const turned = { ...draft, from: draft.to, to: draft.from, field: draft.back, back: draft.field, ours: draft.theirs };
  return pointing({ ...turned, theirs: 'many', label: draft.backLabel, backLabel: draft.label }, keyOf);
}

function pointing(draft: RelationDraft, keyOf: KeyOf): readonly Step[] {
  const { from, to, field, back } = draft;
  const isUnique = draft.theirs === 'one';
  const column = holder(field, to, keyOf, {
    ...labelled(draft.label),
    ...(isUnique && { unique: true }),
    ...(draft.isRequired && { required: true }),
  });
  const list: Definition = { field: back, type: 'o2m', interface: 'one-to-many', ...labelled(draft.backLabel) };
  const relation = { collection_many: from, field_many: field, collection_one: to, ...(back && { field_one: back }) };
  return [
    { method: 'POST', path: fieldPath(from), body: column },
    ...(back ? [{ method: 'POST' as const, path: fieldPath(to), body: list }] : []),
    ...(impliesTarget(to) ? [] : [{ method: 'POST' as const, path: '/relations', body: relation }]),
  ];
}

/** Fields of files and users refer to them by their type. */
const impliesTarget = (to: string): boolean => to === FILES || to === USERS;
const labelled = (translation: unknown): object => (translation ? { translation } : {});

/** A field that holds keys of a collection, with a suitable column. */
export function holder(field: string, to: string, keyOf: KeyOf, more: object = {}): Definition {
  const key = keyOf(to);
  const [type, by] = to === FILES ? ['file', 'file'] : to === USERS ? ['user', 'user'] : ['m2o', 'many-to-one'];
  const datatype = key?.datatype?.toUpperCase() ?? 'INT';
  const isNumber = /INT/.test(datatype);
  return {
    field,
    type,
    datatype,
    ...(key?.length ? { length: key.length } : isNumber ? { length: 10 } : {}),
    ...(isNumber && { signed: key?.signed ?? false }),
    interface: by,
    ...more,
  };
}

function throughJunction(draft: RelationDraft, keyOf: KeyOf): readonly Step[] {
  const { from, to, field, back, junction } = draft;
  const [ours, theirs] = draft.junctionFields;
  const list: Definition = {
    field,
    type: 'o2m',
    interface: to === FILES ? 'files' : 'many-to-many',
    ...labelled(draft.label),
  };
  const other: Definition = { field: back, type: 'o2m', interface: 'many-to-many', ...labelled(draft.backLabel) };
  const fields = [KEY, holder(ours, from, keyOf), holder(theirs, to, keyOf)];
  const first = { collection_many: junction, field_many: ours, collection_one: from, field_one: field };
  const second = {
    collection_many: junction,
    field_many: theirs,
    collection_one: to,
    ...(back && { field_one: back }),
  };
  return [
    { method: 'POST', path: '/collections', body: { collection: junction, hidden: true, fields } },
    { method: 'POST', path: fieldPath(from), body: list },
    ...(back ? [{ method: 'POST' as const, path: fieldPath(to), body: other }] : []),
    {
      method: 'POST',
      path: '/relations',
      body: [
        { ...first, junction_field: theirs },
        { ...second, junction_field: ours },
      ],
    },
  ];
}

/** The requests that give a collection translations: their own collection, the list, and the relation. */
export function translationSteps(
  draft: {
    readonly collection: string;
    readonly translations: string;
    readonly holder: string;
    readonly field: string;
    readonly languages: Readonly<Record<string, string>>;
    /** Definitions of the fields that differ by language. */
    readonly fields: readonly Definition[];
  },
  keyOf: KeyOf,
): readonly Step[] {
  const { collection, translations, field } = draft;
  const language: Definition = {
    field: 'language',
    type: 'lang',
    datatype: 'VARCHAR',
    length: 10,
    interface: 'language',
  };
  const fields = [KEY, holder(draft.holder, collection, keyOf, { hidden_detail: true }), language, ...draft.fields];
  const list: Definition = {
    field,
    type: 'translation',
    interface: 'translation',
    options: { languageField: 'language', languages: draft.languages },
  };
  const relation = {
    collection_many: translations,
    field_many: draft.holder,
    collection_one: collection,
    field_one: field,
  };
  return [
    { method: 'POST', path: '/collections', body: { collection: translations, hidden: true, fields } },
    { method: 'POST', path: fieldPath(collection), body: list },
    { method: 'POST', path: '/relations', body: relation },
  ];
}

/** The request that deletes a collection. */
export const deletion = (collection: string): Step => ({ method: 'DELETE', path: collectionPath(collection) });
