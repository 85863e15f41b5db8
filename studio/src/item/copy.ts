import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Schema } from '../model/schema.ts';
import type { Form, Values } from './form.ts';

const STAMPS: ReadonlySet<string> = new Set([
  'owner',
  'user_created',
  'user_updated',
  'datetime_created',
  'datetime_updated',
  'hash',
]);

/**
 * The initial values of a copy of the item in a form. Links to other items and translations are copied; other items that
 * belong to this one stay with it.
 */
export function copyOf({ collection, edits, values, stored }: Form, schema: Schema): Values {
  const copied = collection.fields
    .filter(({ isKey, type }) => !isKey && !STAMPS.has(type))
    .map((field) => [
      field.name,
      field.isAlias ? listOf(field, schema, stored.value, edits) : plainOf(field, schema, values.value),
    ]);
  return Object.fromEntries(copied.filter(([, value]) => value !== undefined && value !== null));
}

/** A related item is compared by its key. */
function plainOf(field: Field, schema: Schema, values: Values): unknown {
  const value = values[field.name];
  if (field.relation?.kind !== 'to-one' || typeof value !== 'object' || value === null) return value;
  return keyIn(schema.collection(field.relation.collection), value as Values);
}

const keyIn = (collection: Collection | undefined, row: Values): unknown => row[collection?.key.name ?? 'id'];

function listOf(field: Field, schema: Schema, stored: Values, edits: Values): unknown {
  const { relation } = field;
  if (relation?.kind !== 'many-to-many' && field.type !== 'translation') return undefined;
  if (relation?.kind === 'to-one' || !relation) return undefined;
  const [name, foreign] =
    relation.kind === 'many-to-many' ? [relation.junction, relation.ours] : [relation.collection, relation.foreign];
  const key = schema.collection(name)?.key.name ?? 'id';
  const edited = rowsIn(edits[field.name]);
  const changes = new Map(edited.filter((row) => row[key] !== undefined).map((row) => [String(row[key]), row]));
  const kept = rowsIn(stored[field.name]).map((row) => ({ ...row, ...changes.get(String(row[key])) }));
  const added = edited.filter((row) => row[key] === undefined);
  const theirs = relation.kind === 'many-to-many' ? relation : null;
  return [...kept, ...added]
    .filter((row) => row.$delete !== true && row[foreign] !== null)
    .map(({ [key]: _key, [foreign]: _foreign, ...row }) => {
      const far = theirs ? row[theirs.theirs] : undefined;
      if (!theirs || typeof far !== 'object' || far === null) return row;
      return { ...row, [theirs.theirs]: keyIn(schema.collection(theirs.collection), far as Values) ?? far };
    });
}

const rowsIn = (value: unknown): Values[] =>
  Array.isArray(value) ? value.filter((row): row is Values => typeof row === 'object' && row !== null) : [];
