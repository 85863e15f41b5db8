import type { ImportReader } from './reader.ts';

const IDLE_MS = 30_000;

interface Kept {
  readonly reader: ImportReader;
  readonly timer: NodeJS.Timeout;
}

/** Readers that jobs keep between two steps, so that no step has to start at the beginning of the file. */
const kept = new Map<string, Kept>();

/** The reader that was kept for a job, if it is at the job's checkpoint; otherwise it is closed. */
export async function keptReader(name: string, taken: number): Promise<ImportReader | null> {
  const found = kept.get(name);
  if (!found) return null;
  clearTimeout(found.timer);
  kept.delete(name);
  if (found.reader.taken === taken) return found.reader;
  await found.reader.close();
  return null;
}

/** Keeps a reader for the job's next step. It is closed if that step does not come soon. */
export function keepReader(name: string, reader: ImportReader): void {
  const timer = setTimeout(() => {
    kept.delete(name);
    void reader.close();
  }, IDLE_MS).unref();
  kept.set(name, { reader, timer });
}
