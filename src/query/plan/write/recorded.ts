import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import type { Collections, Schema } from '../../../schema/schema.ts';
import { isSecretColumn, secretColumns } from '../../../schema/system/secrets.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { WriteContext } from './context.ts';
import { Hashed } from './hashed.ts';
import type { Payload } from './payload.ts';
import type { ActivityAction, How, Step } from './plan.ts';

/** Whether the values of a field are secret. */
export function isSecret({ name, byName }: Collection, field: string): boolean {
  return isSecretColumn(name, field) || byName.get(field)?.type.name === 'hash';
}

/** A row without secrets, which are neither recorded nor sent to consumers. */
export function withoutSecrets(collection: Collection, row: Payload): Payload {
  const names = Object.keys(row);
  if (!names.some((name) => isSecret(collection, name))) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isSecret(collection, name)));
}

/**
 * The part of a payload that is recorded: its columns as sent, without secrets. A nested item appears as in its own
 * record.
 */
function recordedChange(schema: Collections, collection: Collection, payload: Payload): Payload {
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(payload)) {
    const field = collection.byName.get(name);
    if (!field?.column || isSecret(collection, name)) continue;
    const recorded = recordedValue(schema, field, payload[name]);
    if (recorded !== undefined) entries.push([name, recorded]);
  }
  return Object.fromEntries(entries);
}

/** Undefined for a value that the field cannot have. */
function recordedValue(schema: Collections, { relation, type }: Field, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Hashed) return undefined;
  const related = relation && schema.collections.get(relation.collection);
  if (!related) return type.structured ? value : undefined;
  if (!isRecord(value)) return undefined;
  const nested = recordedChange(schema, related, value);
  return value.$delete === true ? { ...nested, $delete: true } : nested;
}

/** The names of secrets in any record. */
const SECRET_NAMES: ReadonlySet<string> = new Set(Object.values(secretColumns).flat());
const PLAIN = 'plain';
/** No item that was written is nested as deeply. */
const MAX_DEPTH = 50;

/**
 * Removes secrets at any depth from a record that an earlier version of Octavo may have written. In parts that the
 * schema does not describe, removes what looks like a secret. `collection` is undefined if it no longer exists.
 */
export function cleanRecord(schema: Schema, collection: Collection | undefined, record: Payload, depth = 0): Payload {
  const entries = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    if (collection && isSecret(collection, name)) return [];
    const clean = cleanValue(schema, collection?.byName.get(name), value, depth);
    return clean === undefined ? [] : [[name, clean]];
  });
  return Object.fromEntries(entries);
}

function cleanValue(schema: Schema, field: Field | undefined, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return undefined;
  const related = field?.relation && schema.collections.get(field.relation.collection);
  if (field && !related && (field.madeOf || (field.column && field.type.structured))) return value;
  const clean = (each: unknown): unknown =>
    related && isRecord(each) ? cleanRecord(schema, related, each, depth + 1) : scrubbed(each, depth + 1);
  return Array.isArray(value) ? value.map(clean) : clean(value);
}

/** Removes what looks like a secret; undefined if the value is one. */
function scrubbed(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH || isHashOfPlain(value)) return undefined;
  if (Array.isArray(value)) return value.map((each) => scrubbed(each, depth + 1) ?? null);
  const entries = Object.entries(value)
    .filter(([name]) => !SECRET_NAMES.has(name))
    .map(([name, each]) => [name, scrubbed(each, depth + 1)]);
  return Object.fromEntries(entries);
}

/** The form in which earlier versions wrote a hashed value. */
const isHashOfPlain = (value: object): boolean =>
  'plain' in value && 'hash' in value && Object.keys(value).length === 2;

/** Names, at least one of which occurs in every record with secrets. */
export function secretNames({ collections }: Schema): string[] {
  const hashes = [...collections.values()].flatMap(({ fields }) => fields.filter(({ type }) => type.name === 'hash'));
  return [...new Set([...SECRET_NAMES, PLAIN, ...hashes.map(({ name }) => name)])];
}

const UNLOGGED: ReadonlySet<string> = new Set([
  'directus_activity',
  'directus_revisions',
  'directus_collection_presets',
  'directus_user_sessions',
  'directus_migrations',
]);

/** Records a change, if changes of the collection are recorded: who did what, and what changed. */
export function* recordStep(
  { schema, recorded, comment }: Pick<WriteContext, 'schema' | 'recorded' | 'comment'>,
  collection: Collection,
  action: ActivityAction,
  payload: Payload,
  { parent = undefined, apart }: How,
): Generator<Step> {
  if (!recorded || UNLOGGED.has(collection.name)) return;
  yield {
    do: 'record',
    action,
    comment: parent || apart ? null : comment,
    delta: recordedChange(schema, collection, payload),
    parent: parent ?? null,
  };
}
