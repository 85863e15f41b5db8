import { ApiError } from '../errors/api-error.ts';
import { files } from '../schema/system/files.ts';
import { isObjectName, originalOf } from '../storage/names.ts';
import type { Store } from './store.ts';
import { TableRows } from './table-rows.ts';

/** What delivering a file takes to know of its row. */
export interface AssetFile {
  readonly id: number;
  readonly privateHash: string;
  readonly filenameDisk: string;
  readonly filenameDownload: string;
  readonly type: string;
  /** MD5 of the content in hexadecimal digits; empty where none is known. */
  readonly checksum: string;
}

/** Columns that name a file in addresses. */
export type AssetName = 'private_hash' | 'filename_download' | 'filename_disk';

/** The original service gave this checksum, of nothing, to files whose rows were changed. */
const OF_NOTHING = 'd41d8cd98f00b204e9800998ecf8427e';
const COLUMNS = ['id', 'private_hash', 'filename_disk', 'filename_download', 'type', 'checksum'] as const;

/** The first file of a name, remembered until files change. Error 203 where there is none. */
export async function findAsset(store: Store, by: AssetName, name: string): Promise<AssetFile> {
  const file = await store.assets.of(`${by} ${name}`, () => read(store, by, name));
  if (!file) throw new ApiError('itemNotFound');
  return file;
}

/** The file of a key, remembered until files change; null where there is none. */
export function fileOfKey(store: Store, key: number): Promise<AssetFile | null> {
  return store.assets.of(`id ${key}`, () => read(store, 'id', String(key)));
}

/** Names compare exactly, whatever the collation of their column. */
async function read({ dialect, database }: Store, by: AssetName | 'id', name: string): Promise<AssetFile | null> {
  const value = by === 'id' ? Number(name) : name;
  const rows = await new TableRows(dialect, files).find(database, [[by, '=', value]], 'id', null, { columns: COLUMNS });
  const row = rows.find((candidate) => String(candidate[by]) === name);
  if (!row) return null;
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
