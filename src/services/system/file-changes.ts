import { isDeepStrictEqual } from 'node:util';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { isRecord } from '../../shared/is-record.ts';
import { MADE_BY_SERVER } from '../../storage/metadata/attributes.ts';

/**
 * Returns what actually changes in a file that is sent within a relation. Clients send files complete, as they have
 * read them: attributes that the server sets, and values that are the same, are not changes. Values that the caller may
 * not see always count as changes and are checked, so that nobody can guess them.
 */
export async function changesOfFile(tx: Transaction, key: string, payload: Payload): Promise<Payload> {
  const { context } = tx;
  const files = presentCollection(context, 'directus_files');
  const stored = await readWhole(tx, files, key);
  const policy = context.store.catalog.policy(context.caller).collection(files.name);
  const isChange = ([name, value]: readonly [string, unknown]): boolean => {
    if (MADE_BY_SERVER.includes(name) || (name === 'data' && isRecord(value))) return false;
    const isKnown = stored !== undefined && policy.readable(name).kind === 'always';
    return !(isKnown && isDeepStrictEqual(plain(value), plain(stored[name])));
  };
  return Object.fromEntries(Object.entries(payload).filter(isChange));
}

/** Reduces a related item to its key. */
const plain = (value: unknown): unknown => (isRecord(value) && 'id' in value ? value.id : value);
