import type { ImportReader } from './reader.ts';

const IDLE_MS = 30_000;

interface Kept {
  readonly reader: ImportReader;
  readonly timer: NodeJS.Timeout;
}

/** The readers of jobs between two steps, so that no step begins at the front of a file. */
const kept = new Map<string, Kept>();

/** The reader of a job if it has stayed where the job's checkpoint is; another one is closed. */
export async function keptReader(name: string, taken: number): Promise<ImportReader | null> {
  const found = kept.get(name);
  if (!found) return null;
  clearTimeout(found.timer);
  kept.delete(name);
  if (found.reader.taken === taken) return found.reader;
  await found.reader.close();
  return null;
}

/** Keeps a reader for the next step; it is closed if that does not come soon. */
export function keepReader(name: string, reader: ImportReader): void {
  const timer = setTimeout(() => {
    kept.delete(name);
    void reader.close();
  }, IDLE_MS).unref();
  kept.set(name, { reader, timer });
}
