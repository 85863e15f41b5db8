import { ApiError } from '../errors/api-error.ts';
import { isStorable } from '../schema/kinds.ts';
import { files } from '../schema/system/files.ts';
import { isObjectName, originalOf } from '../storage/names.ts';
import type { AssetFile } from './asset.ts';
import type { Condition } from './conditions.ts';
import type { Store } from './store.ts';
import { type TableRow, TableRows } from './table-rows.ts';

/** Columns that identify a file in URLs. */
export type AssetName = 'private_hash' | 'filename_download' | 'filename_disk';

/** The MD5 of no bytes: Directus 8 stored it for files whose rows were changed. */
const OF_NOTHING = 'd41d8cd98f00b204e9800998ecf8427e';
const COLUMNS = ['id', 'private_hash', 'filename_disk', 'filename_download', 'type', 'checksum'] as const;

/** The first file with a name, cached until files change. Error 203 if there is none. */
export async function findAsset(store: Store, by: AssetName, name: string): Promise<AssetFile> {
  const file = isStorable(name) && (await store.assets.of(`${by} ${name}`, () => read(store, by, name)));
  if (!file) throw new ApiError('itemNotFound');
  return file;
}

/** The file with a key, cached until files change; null if there is none. */
export function fileOfKey(store: Store, key: number): Promise<AssetFile | null> {
  return store.assets.of(`id ${key}`, () => read(store, 'id', String(key)));
}

/** Compares names exactly, whatever the collation of their column. */
async function read({ dialect, database }: Store, by: AssetName | 'id', name: string): Promise<AssetFile | null> {
  const value = by === 'id' ? Number(name) : name;
  const rows = await new TableRows(dialect, files).find(database, [[by, '=', value]], 'id', null, { columns: COLUMNS });
  const row = rows.find((candidate) => String(candidate[by]) === name);
  return row ? toAssetFile(row) : null;
}

/**
 * The files after a given one, in the order of their keys, up to `most`. `end` is the key of the last row; null if
 * there are no more.
 */
export async function filesAfter(
  { dialect, database }: Store,
  where: readonly Condition[],
  after: number,
  most: number,
): Promise<{ readonly files: AssetFile[]; readonly end: number | null }> {
  const rows = await new TableRows(dialect, files).find(database, [['id', '>', after], ...where], 'id', most, {
    columns: COLUMNS,
  });
  return {
    files: rows.flatMap((row) => toAssetFile(row) ?? []),
    end: rows.length > 0 ? Number(rows.at(-1)?.id) : null,
  };
}

/** Null for a row whose name cannot be that of an object. */
function toAssetFile(row: TableRow): AssetFile | null {
  const text = (column: (typeof COLUMNS)[number]): string => String(row[column] ?? '');
  if (!isObjectName(originalOf(text('filename_disk')))) return null;
  const checksum = text('checksum');
  return {
    id: Number(row.id),
    privateHash: text('private_hash'),
    filenameDisk: text('filename_disk'),
    filenameDownload: text('filename_download'),
    type: text('type'),
    checksum: /^[0-9a-f]{32}$/.test(checksum) && checksum !== OF_NOTHING ? checksum : '',
  };
}
