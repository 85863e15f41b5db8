import { ApiError } from '../../errors/api-error.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { folders } from '../../schema/system/folders.ts';
import type { WriteRules } from './rules.ts';

/**
 * The rules of folders. A folder is never inside itself. Changes to a folder that the caller may not see are denied, not
 * reported as missing. (Contract, F-153 and F-154.)
 */
export const foldersRules: WriteRules = {
  hidden: { update: 'updateDenied', delete: 'readDenied' },
  // A new folder, too: its key may already be the parent of other folders.
  afterCreate: refuseCircle,
  afterUpdate: (tx, key, payload) => ('parent_folder' in payload ? refuseCircle(tx, key) : Promise.resolve()),
};

/** Refuses a folder that is its own ancestor. Error 4. */
async function refuseCircle(tx: Transaction, key: string): Promise<void> {
  const folder = Number(key);
  const passed = new Set<number>();
  // An adopted database may already have a circle above the folder.
  for (let at = await parentOf(tx, folder); at !== null && !passed.has(at); at = await parentOf(tx, at)) {
    if (at === folder) throw new ApiError('folderInItself');
    passed.add(at);
  }
}

async function parentOf({ connection, context }: Transaction, folder: number): Promise<number | null> {
  const rows = new TableRows(context.store.dialect, folders);
  const [row] = await rows.find(connection, [['id', '=', folder]], 'id', 1, { columns: ['parent_folder'] });
  const parent = row?.parent_folder ?? null;
  return parent === null ? null : Number(parent);
}
