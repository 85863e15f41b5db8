import { stepsOf } from '../../query/plan/dotted-names.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { cleanRecord, isSecret } from '../../query/plan/write/recorded.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Schema } from '../../schema/schema.ts';
import { type ImportInput, targetOf } from './input.ts';
import type { SourceRow } from './source/row.ts';

/** The stored form of a refused row, by column. Cells that may hold secrets are empty. */
export function refusedValues(
  schema: Schema,
  collection: Collection,
  { mapping }: Pick<ImportInput, 'mapping'>,
  { values }: SourceRow,
): Payload {
  const paths = new Map(mapping?.map(({ column, field }) => [column, field]));
  const entries = [...values].map(([column, value]): [string, unknown] => [
    column,
    shownValue(schema, collection, paths.get(column) ?? column, value),
  ]);
  return Object.fromEntries(entries);
}

function shownValue(schema: Schema, collection: Collection, path: string, value: unknown): unknown {
  const [name = '', ...below] = stepsOf(collection, path.split('.'));
  const related = below.length > 0 && collection.byName.has(name) && targetOf(schema, collection, path).related;
  if (related && isSecret(related.collection, related.field.name)) return null;
  return cleanRecord(schema, collection, { [name]: value })[name] ?? null;
}
