import type { Reader } from '../../dialects/dialect.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import type { Store, StoreView } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { previews } from '../../schema/internal/previews.ts';
import { collectionOf } from '../../schema/schema.ts';
import { faultOf, originOf } from './address.ts';

/** Where items of a collection are shown before they are published. */
interface PreviewSetting {
  readonly collection: string;
  readonly address: string;
}

const MOST = 500;

const rowsOf = ({ dialect }: Pick<StoreView, 'dialect'>): TableRows => new TableRows(dialect, previews);

/** The addresses of the collections in which the caller may read items. (Contract, N-41.) */
export async function listPreviews({ store, caller }: Context): Promise<readonly PreviewSetting[]> {
  const { schema, policy } = store.catalog;
  const all = await settingsOf(store, store.database);
  return all.filter(
    ({ collection }) => schema.collections.has(collection) && policy(caller).collection(collection).allows('read'),
  );
}

/** Sets where items of a collection are shown; null or nothing shows them nowhere. Errors 200, 4. (Contract, N-40.) */
export async function setPreview(context: Context, name: string, sent: string | null): Promise<PreviewSetting | null> {
  const { store } = context;
  const collection = collectionOf(store.catalog.schema, name);
  const address = sent?.trim() ?? '';
  const violations = new Violations();
  if (collection.system) violations.add('collection', violation.expected('a collection of your own'));
  const fault = address === '' ? null : faultOf(address, collection);
  if (fault !== null) violations.add('address', fault);
  violations.throwIfAny();
  await store.internalTable(previews);
  await inTransaction(context, async ({ connection, changes }) => {
    await rowsOf(store).delete(connection, [['collection', '=', name]]);
    if (address !== '') await rowsOf(store).insert(connection, { collection: name, address });
    changes.add({ kind: 'rows', collection: previews.name, action: 'update' });
  });
  return address === '' ? null : { collection: name, address };
}

/** The address for a collection; null without one. */
export async function addressFor(store: StoreView, reader: Reader, collection: string): Promise<string | null> {
  return (await settingsOf(store, reader)).find((each) => each.collection === collection)?.address ?? null;
}

/** The origins of all addresses, which pages of Studio may show in frames. */
export async function previewOrigins(store: Store): Promise<readonly string[]> {
  const all = await settingsOf(store, store.database);
  return [...new Set(all.flatMap(({ address }) => originOf(address) ?? []))].sort();
}

async function settingsOf(store: StoreView, reader: Reader): Promise<readonly PreviewSetting[]> {
  if (!store.catalog.internalTables.has(previews.name)) return [];
  const rows = await rowsOf(store).find(reader, [], 'collection', MOST);
  return rows.map(({ collection, address }) => ({ collection: String(collection), address: String(address) }));
}
