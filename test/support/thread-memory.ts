import { getHeapStatistics } from 'node:v8';

/** The bytes of memory of this thread's JavaScript; the memory of the process is shared with other tests. */
export function threadMemory(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
