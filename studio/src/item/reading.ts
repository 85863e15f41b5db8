import { etagOf, OctavoError } from '@octavo/client';
import { keySegment, pathOf } from '../api/items.ts';
import type { Project } from '../api/project.ts';
import type { Collection } from '../model/collection.ts';
import type { Values } from './form.ts';
import { pathsOf } from './paths.ts';

/** An item as it was read from the server, and the tag of that state. */
export interface Read {
  readonly values: Values;
  readonly tag: string | undefined;
}

/** The path of one item. Throws `UnnameableKey`. */
export const itemPath = (collection: Collection, key: string): string =>
  `${pathOf(collection.name)}/${keySegment(key)}`;

/** The item in an answer. Some system collections answer with a list of one. */
export function asRead(answer: unknown): Read {
  const [item] = [answer].flat(2) as [Values | null];
  const tag = answer && typeof answer === 'object' ? etagOf(answer) : undefined;
  return { values: item ?? {}, tag };
}

/** Reads an item with everything that its editors show. With the tag of a state, returns null if the item is still in it. */
export async function readItem(
  { client, schema }: Pick<Project, 'client' | 'schema'>,
  collection: Collection,
  key: string,
  unless?: string,
): Promise<Read | null> {
  const fields = pathsOf(collection, schema).join();
  const headers: Record<string, string> = unless ? { 'If-None-Match': unless } : {};
  try {
    return asRead(await client.request('GET', itemPath(collection, key), { fields, headers }));
  } catch (error) {
    if (error instanceof OctavoError && error.status === 304) return null;
    throw error;
  }
}

/** The key of the only item of a single collection; null while it has none. */
export async function singleKey({ client }: Project, { name, key }: Collection): Promise<string | null> {
  const [first] = await client.request<Values[]>('GET', pathOf(name), { fields: key.name, limit: 1, status: '*' });
  return first ? String(first[key.name]) : null;
}
