import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import { selectKeysAmong } from '../../query/sql/select.ts';
import type { Collection } from '../../schema/collection.ts';
import { collectionOf, primaryKeyOf } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { type Doubt, isStrict, refuseDoubts } from '../strict/doubts.ts';
import { rulesOf } from '../system/all.ts';

const SHOWN = 60;

/** A key in a payload that names an item of another collection. */
interface Reference {
  readonly field: string;
  readonly collection: Collection;
  readonly key: string;
}

/** In a strict project, refuses payloads that name items which do not exist. One statement for each collection. Error 4. */
export async function checkReferences(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
): Promise<void> {
  if (!isStrict(tx.context)) return;
  const references = payloads.flatMap((payload) => referencesIn(tx, collection, payload));
  const doubts: Doubt[] = [];
  for (const target of new Set(references.map((reference) => reference.collection))) {
    const own = references.filter((reference) => reference.collection === target);
    const stored = await storedKeys(tx, target, new Set(own.map(({ key }) => key)));
    for (const { field, key } of own)
      if (!stored.has(key))
        doubts.push({ at: field, reason: `There is no item "${key.slice(0, SHOWN)}" in "${target.name}".` });
  }
  refuseDoubts(doubts);
}

function referencesIn({ context }: Transaction, collection: Collection, payload: Payload): Reference[] {
  const { schema } = context.store.catalog;
  const { points = {} } = rulesOf(collection.name);
  return Object.entries(payload).flatMap(([name, value]): Reference[] => {
    const field = collection.byName.get(name);
    const target = field?.relation?.kind === 'm2o' ? field.relation.collection : points[name];
    if (!field || target === undefined || field.type.onUpdate || field.type.onCreate) return [];
    const related = collectionOf(schema, target);
    const key = keyIn(field.type.target === 'directus_files', related, value);
    return key === undefined ? [] : [{ field: name, collection: related, key }];
  });
}

/** A bare key; of a file also one within an object. Objects elsewhere bring their items. */
function keyIn(isFile: boolean, related: Collection, value: unknown): string | undefined {
  const key = isFile && isRecord(value) ? value[primaryKeyOf(related).name] : value;
  const isBare = typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean';
  return isBare && key !== '' ? String(key) : undefined;
}

/** Of these keys, as they were sent, those of items that are stored. */
async function storedKeys(
  { context, connection }: Transaction,
  collection: Collection,
  sent: ReadonlySet<string>,
): Promise<Set<string>> {
  const usable = [...sent].filter((text) => toKey(collection, text) !== null);
  const select = selectKeysAmong(collection, primaryKeyOf(collection), { type: 'constant', value: true });
  const keys = usable.map((text) => toKey(collection, text));
  const rows = await connection.all(bind(context.store.dialect.printer.select(select), { ...NO_BINDING, keys }));
  const stored = new Set(rows.map(([key]) => String(key)));
  return new Set(usable.filter((text) => stored.has(String(toKey(collection, text)))));
}
