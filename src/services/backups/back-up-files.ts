import { createHash } from 'node:crypto';
import type { Reader } from '../../dialects/dialect.ts';
import type { Store } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { files } from '../../schema/system/files.ts';
import { asText } from '../../shared/text.ts';
import { isObjectName, originalOf } from '../../storage/names.ts';
import type { FrameWriter } from './archive/writer.ts';
import type { FileState } from './copied-files.ts';

const ROWS = 100;
/** The maximum number of bytes of an object in a frame. */
const CHUNK_BYTES = 256 * 1024;

/** The files of a project in the order of their ids, as `reader` sees them. */
export async function* fileStates({ dialect }: Store, reader: Reader): AsyncGenerator<FileState[]> {
  const rows = new TableRows(dialect, files);
  const columns = ['id', 'filename_disk', 'checksum'];
  for (let last = 0; ; ) {
    const found = await rows.find(reader, [['id', '>', last]], 'id', ROWS, { columns });
    if (found.length === 0) return;
    yield found.map(({ id, filename_disk: disk, checksum }) => ({
      id: Number(id),
      disk: asText(disk ?? ''),
      checksum: checksum === null ? null : asText(checksum ?? ''),
    }));
    last = Number(found.at(-1)?.id);
  }
}

/** What happened to an object: it was copied, it is missing, or its bytes do not match its row. */
export type Fate = 'copied' | 'missing' | 'different';

/** How a pass through the files treats each of them. */
interface FilesPass {
  /** Whether the backup already contains it. */
  readonly holds: (file: FileState) => boolean;
  readonly became: (file: FileState, fate: Fate) => void;
}

/** Adds files to a backup. Yields the number of completed files after every chunk of an object. */
export async function* backUpFiles(
  store: Store,
  writer: FrameWriter,
  states: AsyncIterable<FileState[]>,
  { holds, became }: FilesPass,
): AsyncGenerator<number> {
  for await (const some of states)
    for (const file of some.filter((each) => !holds(each))) {
      became(file, yield* backUpFile(store, writer, file));
      yield 1;
    }
}

async function* backUpFile(
  { storage }: Store,
  writer: FrameWriter,
  { disk, checksum }: FileState,
): AsyncGenerator<number, Fate> {
  const name = originalOf(disk);
  const data = isObjectName(name) ? await storage.read(name) : null;
  if (!data) return 'missing';
  const hash = createHash('md5');
  let [at, waiting]: [number, Buffer] = [0, Buffer.alloc(0)];
  for await (const chunk of data as AsyncIterable<Buffer>) {
    hash.update(chunk);
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length < CHUNK_BYTES) continue;
    await writer.add({ kind: 'bytes', name, at }, waiting);
    at += waiting.length;
    waiting = Buffer.alloc(0);
    yield 0;
  }
  await writer.add({ kind: 'bytes', name, at, size: at + waiting.length }, waiting);
  return checksum === null || hash.digest('hex') === checksum ? 'copied' : 'different';
}
