import type { ImportReader } from './reader.ts';

/** Reads on for a while to estimate the number of rows; exact if the end is reached. */
export async function estimateImport(reader: ImportReader, forMs: number): Promise<number | null> {
  const end = performance.now() + forMs;
  while (!reader.isOver && performance.now() < end) await reader.take(1000);
  return reader.estimate;
}
