import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import type { Schema } from '../../model/schema.ts';

const FILES = 'directus_files';
/** Members of a file that the server computes. */
const COMPUTED = 'data';

/** The collection of a field's related items, beyond a junction if there is one; undefined if the caller may not read it. */
export const targetOf = ({ relation }: Field, schema: Schema): Collection | undefined =>
  relation ? schema.collection(relation.collection) : undefined;

/** The fields of a path; null if it does not exist, for which the server would refuse the whole request. */
export function fieldsAt(collection: Collection, path: string, schema: Schema): readonly Field[] | null {
  const [name = '', ...rest] = path.split('.');
  const field = collection.field(name);
  if (!field) return null;
  if (rest.length === 0 || (collection.name === FILES && name === COMPUTED)) return [field];
  const next = stepOf(field, schema);
  const further = next && fieldsAt(next, rest.join('.'), schema);
  return further ? [field, ...further] : null;
}

function stepOf({ relation }: Field, schema: Schema): Collection | undefined {
  if (!relation) return undefined;
  return schema.collection(relation.kind === 'many-to-many' ? relation.junction : relation.collection);
}

/** Those of some paths that exist. */
export const validPaths = (collection: Collection, paths: readonly string[], schema: Schema): readonly string[] =>
  paths.filter((path) => fieldsAt(collection, path, schema) !== null);

/** A list that a schema writes as a text with commas, or as a list. */
export function namesIn(option: unknown): readonly string[] {
  const names = typeof option === 'string' ? option.split(',') : Array.isArray(option) ? option.map(String) : [];
  return names.map((name) => name.trim()).filter(Boolean);
}
