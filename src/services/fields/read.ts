import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Scope } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import type { FieldTree } from '../../query/ast.ts';
import { ALL_COLUMNS } from '../../query/parse/fields.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import { INDEX_ATTRIBUTES } from '../../schema/definition/attributes.ts';
import type { Field } from '../../schema/field.ts';
import { fieldTypes } from '../../schema/field-types/all.ts';
import { chosenForm, type FieldObject, listForm } from '../../schema/present/field.ts';
import { hasIndexOver, textIndexOver } from '../../schema/table-index.ts';
import { asText } from '../../shared/text.ts';
import { fieldOf, requireAction } from './access.ts';

/** The number of fields in a list without a requested limit. (Contract, S-82.) */
const DEFAULT_LIMIT = 200;

interface FieldListQuery {
  /** Null: 200. Negative: no limit. */
  readonly limit: number | null;
  readonly sort: readonly string[];
  readonly fields: FieldTree;
}

/** Lists the fields of every collection that the caller may read. Errors 300, 202. (Contract, S-81 and S-82.) */
export function listFields(context: Scope, query: FieldListQuery): FieldObject[] {
  requireAction(context, 'directus_fields', 'read');
  const collections = [...context.store.catalog.schema.collections.values()];
  const fields = collections.flatMap((collection) => readableForms(context, collection, query.fields));
  const sorted = sortFields(context, fields, query.sort.length > 0 ? query.sort : ['collection']);
  const limit = query.limit ?? DEFAULT_LIMIT;
  return limit < 0 ? sorted : sorted.slice(0, limit);
}

/** Lists the fields of one collection. Errors 200, 300, 202. */
export function listFieldsOf(
  context: Scope,
  collectionName: string,
  { sort, fields }: Omit<FieldListQuery, 'limit'>,
): FieldObject[] {
  const collection = presentCollection(context, collectionName);
  requireAction(context, 'directus_fields', 'read');
  requireAction(context, collectionName, 'read');
  return sortFields(context, readableForms(context, collection, fields), sort);
}

/**
 * Returns one field, or a list of those of several names that exist, with the attributes that `fields` selects. Errors
 * 200, 202, 300, 215.
 */
export function readFields(
  context: Scope,
  collectionName: string,
  names: readonly string[],
  fields: FieldTree = ALL_COLUMNS,
): FieldObject | FieldObject[] {
  const collection = presentCollection(context, collectionName);
  requireAction(context, 'directus_fields', 'read');
  requireAction(context, collectionName, 'read');
  if (names.length > 1)
    return names
      .filter((name) => collection.byName.has(name))
      .map((name) => shown(collection, fieldOf(context, collection, name), fields));
  return shown(collection, fieldOf(context, collection, names[0] ?? ''), fields);
}

const shown = (collection: Collection, field: Field, fields: FieldTree): FieldObject =>
  withIndex(collection, field, chosenForm(field, fields), fields);

/** The `index` and `text_index` attributes of a field, each only if `fields` names it. (Contract, S-89 and S-187.) */
function withIndex({ table }: Collection, { name }: Field, form: FieldObject, { names }: FieldTree): FieldObject {
  return {
    ...form,
    ...(names.has('index') && { index: hasIndexOver(table, [name]) }),
    ...(names.has('text_index') && { text_index: textIndexOver(table, name) !== undefined }),
  };
}

/** The attributes that a write answers with: the indexes if the write concerns them. */
export function echoed(payloads: readonly Payload[]): FieldTree {
  const sent = INDEX_ATTRIBUTES.filter((name) => payloads.some((payload) => name in payload));
  return sent.length > 0 ? { ...ALL_COLUMNS, names: new Map(sent.map((name) => [name, null])) } : ALL_COLUMNS;
}

/** Lists the field types in their fixed order. (Contract, S-101.) */
export function listTypes(): { name: string }[] {
  return fieldTypes.map(({ name }) => ({ name }));
}

function readableForms(context: Scope, collection: Collection, fields: FieldTree): FieldObject[] {
  return readableFields(context, collection).map((field) => withIndex(collection, field, listForm(field), fields));
}

function readableFields(context: Scope, collection: Collection): readonly Field[] {
  if (isAdmin(context.caller)) return collection.fields;
  const policy = context.store.catalog.policy(context.caller).collection(collection.name);
  if (!policy.allows('read')) return [];
  return collection.fields.filter(({ name }) => collection.system || policy.readable(name).kind !== 'never');
}

/** Sorts by attributes of `directus_fields`, ignoring case. Nulls come last; the sort is stable. */
function sortFields(context: Scope, fields: readonly FieldObject[], sort: readonly string[]): FieldObject[] {
  const terms = sort.map((token) => ({ token, name: token.replace(/^-/, ''), sign: token.startsWith('-') ? -1 : 1 }));
  const { byName } = presentCollection(context, 'directus_fields');
  for (const { token, name } of terms) {
    if (!byName.has(name)) throw new ApiError('invalidField', { field: token, collection: 'directus_fields' });
  }
  return [...fields].sort((a, b) => {
    for (const { name, sign } of terms) {
      const order = compare(a[name], b[name], sign);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compare(a: unknown, b: unknown, sign: number): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
  const [first, second] = [asText(a).toUpperCase(), asText(b).toUpperCase()];
  return first === second ? 0 : (first < second ? -1 : 1) * sign;
}
