import { bind } from '../../dialects/bind.ts';
import type { Predicate } from '../../query/plan/plan.ts';
import { readableRows } from '../../query/plan/visibility.ts';
import { isKey, toKey } from '../../query/plan/write/keys.ts';
import { selectKeysAmong } from '../../query/sql/select.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { keyName } from '../../schema/key-name.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Stored } from '../../schema/stored.ts';
import { planContext } from '../context.ts';
import type { Source } from '../source.ts';
import { conditionBinding } from './binding.ts';
import { type NameOf, pairedKeys } from './paired-keys.ts';

const EVERY: Predicate = { type: 'constant', value: true };

/** Returns those of the given keys, as sent, whose items exist; takes one statement. */
export async function storedKeys(
  source: Source,
  collection: Collection,
  sent: Iterable<string>,
): Promise<ReadonlySet<string>> {
  return keysAmong(source, collection, sent, EVERY, pairedNames);
}

/** Returns those of the given keys whose items the caller may read; takes at most one statement. */
export async function visibleKeys(
  source: Source,
  collection: Collection,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const permitted = readableRows(planContext(source.context), collection);
  return permitted === null ? new Set(keys) : keysAmong(source, collection, keys, permitted);
}

/** Returns a function that gives equal keys the same name, for the keys of rows and those that were sent. */
type Naming = (field: Field, ofRows: readonly Stored[], sent: readonly Stored[]) => NameOf;

const exactNames: Naming = (field) => (key) => keyName(key, field);

/** The engine may regard different keys as equal, for example if they differ in case. */
const pairedNames: Naming = (field, ofRows, sent) =>
  field.column?.loose ? pairedKeys(ofRows, sent) : exactNames(field, ofRows, sent);

async function keysAmong(
  { context, reader }: Source,
  collection: Collection,
  sent: Iterable<string>,
  where: Predicate,
  naming = exactNames,
): Promise<ReadonlySet<string>> {
  const field = primaryKeyOf(collection);
  const usable = [...new Set(sent)].filter((text) => isKey(field, text));
  const keys = usable.map((text) => toKey(collection, text));
  const printed = context.store.dialect.printer.select(selectKeysAmong(collection, field, where));
  const rows = await reader.all(bind(printed, conditionBinding(context, { keys })));
  const ofRows = rows.map(([key]) => key ?? null);
  const nameOf = naming(field, ofRows, keys);
  const stored = new Set(ofRows.map(nameOf));
  return new Set(usable.filter((text) => stored.has(nameOf(toKey(collection, text)))));
}
