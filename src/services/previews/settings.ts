import type { Reader } from '../../dialects/dialect.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import type { Store, StoreView } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { previews } from '../../schema/internal/previews.ts';
import { faultOf, originOf } from './address.ts';

/** The preview address of a collection. */
interface PreviewSetting {
  readonly collection: string;
  readonly address: string;
}

const MAX_ROWS = 500;

const rowsOf = ({ dialect }: Pick<StoreView, 'dialect'>): TableRows => new TableRows(dialect, previews);

/** The preview addresses of the collections whose items the caller may read. (Contract, N-41.) */
export async function listPreviews({ store, caller }: Context): Promise<readonly PreviewSetting[]> {
  const { schema, policy } = store.catalog;
  const all = await settingsOf(store, store.database);
  return all.filter(
    ({ collection }) => schema.collections.has(collection) && policy(caller).collection(collection).allows('read'),
  );
}

/** Sets the preview address of a collection; null or an empty text removes it. Errors 200, 4. (Contract, N-40.) */
export async function setPreview(context: Context, name: string, sent: string | null): Promise<PreviewSetting | null> {
  const { store } = context;
  const collection = presentCollection(context, name);
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
    changes.add({ kind: 'rows', collection: previews.name });
  });
  return address === '' ? null : { collection: name, address };
}

/** The preview address of a collection; null if there is none. */
export async function addressFor(store: StoreView, reader: Reader, collection: string): Promise<string | null> {
  return (await settingsOf(store, reader)).find((each) => each.collection === collection)?.address ?? null;
}

/** The origins of all preview addresses, which Studio's pages may show in frames. */
export async function previewOrigins(store: Store): Promise<readonly string[]> {
  const all = await settingsOf(store, store.database);
  return [...new Set(all.flatMap(({ address }) => originOf(address) ?? []))].sort();
}

async function settingsOf(store: StoreView, reader: Reader): Promise<readonly PreviewSetting[]> {
  if (!store.catalog.internalTables.has(previews.name)) return [];
  const rows = await rowsOf(store).find(reader, [], 'collection', MAX_ROWS);
  return rows.map(({ collection, address }) => ({ collection: String(collection), address: String(address) }));
}
