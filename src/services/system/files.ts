import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { Scope } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { countRows } from '../../persistence/read/count.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { asText } from '../../shared/text.ts';
import { MADE_BY_SERVER } from '../../storage/metadata/attributes.ts';
import { refuseChosenKey } from './chosen-key.ts';
import { changesOfFile } from './file-changes.ts';
import type { WriteRules } from './rules.ts';

/** Attributes that belong to a file's data: they change with it, and never through a related item. */
const TIED: ReadonlySet<string> = new Set([...MADE_BY_SERVER, 'data', 'filename_disk']);

/** The rules of files. A row and its object exist only together. (Contract, F-34 and F-70.) */
export const filesRules: WriteRules = {
  hidden: { delete: 'itemNotFound' },
  changes: changesOfFile,
  normalise: (_context, payload, stored) => withoutSameHash(payload, stored),
  check(context, payload) {
    refuseChosenKey(context, 'directus_files', payload);
    const tied = Object.keys(payload).filter((name) => TIED.has(name));
    if (tied.length > 0) throw unprocessable(`Upload files before they are linked: ${tied.join(', ')}`);
  },
  async beforeChange(tx, key, payload) {
    if (payload === null) return releaseObject(tx, key);
    for (const name of addressNames(tx.context))
      if (name in payload) await refuseTakenName(tx, key, name, payload[name]);
  },
};

/** Clients send files complete: drops a private hash that is sent back unchanged, whoever sends it. */
function withoutSameHash(payload: Payload, stored: Payload | null): Payload {
  const { private_hash: hash, ...rest } = payload;
  return stored !== null && hash !== undefined && hash === stored.private_hash ? rest : payload;
}

/** Returns the attributes that files are found by, which must therefore be unique. */
function addressNames({ store }: Scope): readonly string[] {
  const byName = store.catalog.settings.values.get('asset_url_naming') === 'filename_download';
  return byName ? ['private_hash', 'filename_download'] : ['private_hash'];
}

/** Refuses a name that another file has. Error 204. */
async function refuseTakenName(tx: Transaction, key: string, name: string, value: unknown): Promise<void> {
  if (typeof value !== 'string' || value === '') return;
  const { context } = tx;
  const files = presentCollection(context, 'directus_files');
  const stored = await readWhole(tx, files, key);
  if (stored?.[name] === value || (await countRows(tx, files, { [name]: value })) === 0) return;
  throw new ApiError('duplicateItem', { value, collection: files.name });
}

/** Marks the object for removal after the commit: the transaction may still fail. */
async function releaseObject(tx: Transaction, key: string): Promise<void> {
  const files = presentCollection(tx.context, 'directus_files');
  const file = await readWhole(tx, files, key);
  if (file) tx.changes.add({ kind: 'released', disk: asText(file.filename_disk) });
}
