import type { Frame } from '../../services/backups/archive/frame.ts';
import { damaged, framesOf } from '../../services/backups/archive/reader.ts';
import { isObjectName, originalOf } from '../../storage/names.ts';
import type { Storage } from '../../storage/storage.ts';

/** Writes those files of a backup that rows refer to. Returns their number. Errors 4, 11. */
export async function restoreFiles(file: string, storage: Storage, disks: ReadonlySet<string>): Promise<number> {
  const wanted = new Set([...disks].map(originalOf).filter(isObjectName));
  const written = new Set<string>();
  const frames = framesOf(file);
  try {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      const { head } = next.value;
      if (head.kind !== 'bytes' || !wanted.has(head.name)) continue;
      // If a file occurs in several states, the last one matches the rows.
      await storage.write(head.name, bytesOf(frames, next.value));
      written.add(head.name);
    }
  } finally {
    await frames.return(undefined);
  }
  return written.size;
}

async function* bytesOf(frames: AsyncGenerator<Frame>, first: Frame): AsyncGenerator<Buffer> {
  for (let frame = first; ; ) {
    yield frame.payload;
    if (frame.head.kind !== 'bytes' || frame.head.size !== undefined) return;
    const next = await frames.next();
    if (next.done || next.value.head.kind !== 'bytes') throw damaged('a part of a file is missing');
    frame = next.value;
  }
}
