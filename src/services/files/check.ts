import { serverContext } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import type { Store } from '../../persistence/store.ts';
import { EVERYTHING } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { checksumIn } from '../../storage/checksum.ts';
import { generatedOf, IMPORTED, originalOf } from '../../storage/names.ts';
import { readList } from '../items/read.ts';
import { settleAll } from './pending.ts';

/** A file whose object does not match its row. */
interface BrokenFile {
  readonly id: number;
  readonly disk: string;
  readonly fault: 'missing' | 'size' | 'checksum';
}

/** The result of a storage check. */
export interface StorageReport {
  readonly files: number;
  readonly broken: readonly BrokenFile[];
  /** Objects that belong to no file and were written before the cut-off time. */
  readonly orphans: readonly string[];
  /** The number of unfinished writes; counted only when they are removed. */
  readonly unfinished: number;
}

interface CheckOptions {
  /** Removes objects that belong to no file. */
  readonly repair: boolean;
  /** Reads every object and compares its checksum. */
  readonly contents: boolean;
  /** Objects written after this time may belong to an upload in progress. */
  readonly before: Date;
}

/** Compares the rows of files with the objects in the storage. First completes changes that a crashed server left. */
export async function checkStorage(store: Store, options: CheckOptions): Promise<StorageReport> {
  await settleAll(store);
  const objects = await objectsBefore(store, options.before);
  // Rows are read after the objects, so that an object written in between is not mistaken for an orphan.
  const files = await allFiles(store);
  const orphans = orphansAmong(objects, files);
  const broken: BrokenFile[] = [];
  for (const file of files) {
    const fault = await faultOf(store, file, options.contents);
    if (fault) broken.push({ id: asNumber(file.id), disk: asText(file.filename_disk), fault });
  }
  if (options.repair) for (const name of orphans) await store.storage.remove(name);
  const unfinished = options.repair ? await store.storage.clean(options.before) : 0;
  return { files: files.length, broken, orphans, unfinished };
}

async function objectsBefore({ storage }: Store, before: Date): Promise<string[]> {
  const names: string[] = [];
  for (const room of ['originals/', 'pending/', 'generated/'])
    for await (const { name, modified } of storage.list(room))
      if (modified < before && !isOfJob(name)) names.push(name);
  return names;
}

/** The retention of jobs decides how long imported files stay. */
const isOfJob = (name: string): boolean => name.startsWith(IMPORTED);

/** Returns originals that no row names, and images of files that are deleted or have changed. */
function orphansAmong(objects: readonly string[], files: readonly Item[]): string[] {
  const originals = new Set(files.map(({ filename_disk }) => originalOf(asText(filename_disk))));
  const checksums = new Map(files.map(({ filename_disk, checksum }) => [generatedOf(asText(filename_disk)), checksum]));
  return objects.filter((name) => {
    if (!name.startsWith('generated/')) return !originals.has(name);
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const made = /^[0-9a-f]{32}(?=,)/.exec(name.slice(folder.length))?.[0];
    return !checksums.has(folder) || (made !== undefined && made !== checksums.get(folder));
  });
}

async function allFiles(store: Store): Promise<Item[]> {
  const { data } = await readList(committed(serverContext(store)), 'directus_files', {
    ...EVERYTHING,
    limit: -1,
  });
  return Array.isArray(data) ? data : [data];
}

async function faultOf(store: Store, file: Item, contents: boolean): Promise<BrokenFile['fault'] | null> {
  const object = originalOf(asText(file.filename_disk));
  const found = await store.storage.stat(object);
  // A video need not have a preview image.
  if (!found) return file.embed ? null : 'missing';
  if (file.embed) return null;
  if (found.size !== asNumber(file.filesize)) return 'size';
  return contents && (await checksumIn(store.storage, object)) !== file.checksum ? 'checksum' : null;
}
