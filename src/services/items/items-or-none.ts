import { ApiError } from '../../errors/api-error.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import type { ReadResult } from './read.ts';

/** The items of a list, or none if the caller may not read it. Throws the other errors of the read. */
export async function itemsOrNone(read: () => Awaitable<ReadResult>): Promise<Item[]> {
  try {
    const { data } = await read();
    return Array.isArray(data) ? data : [];
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'denied') return [];
    throw error;
  }
}
