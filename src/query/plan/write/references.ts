import type { Collection } from '../../../schema/collection.ts';
import { collectionOf, primaryKeyOf } from '../../../schema/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { WriteContext } from './context.ts';
import type { Payload } from './payload.ts';
import type { Reference } from './plan.ts';

/** The items of other collections that a payload refers to by key; nested objects are not included. */
export function referencesIn(
  { schema, rulesOf }: WriteContext,
  collection: Collection,
  payload: Payload,
): readonly Reference[] {
  const { references = {} } = rulesOf(collection.name);
  return Object.entries(payload).flatMap(([name, value]): Reference[] => {
    const field = collection.byName.get(name);
    const target = field?.relation?.kind === 'm2o' ? field.relation.collection : references[name];
    if (!field || target === undefined || field.type.onUpdate || field.type.onCreate) return [];
    const related = collectionOf(schema, target);
    const key = keyIn(field.type.target === 'directus_files', related, value);
    return key === undefined ? [] : [{ field: name, collection: related, key }];
  });
}

/** The key, if the value is one; for a file, also the key in an object. Other objects are nested items. */
function keyIn(isFile: boolean, related: Collection, value: unknown): string | undefined {
  const key = isFile && isRecord(value) ? value[primaryKeyOf(related).name] : value;
  const isBare = typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean';
  return isBare && key !== '' ? String(key) : undefined;
}
