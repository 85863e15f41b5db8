/** The path of a list of items, or of one item, that needs no decoding. */
const PATH = /^(\/[\w-]+\/items\/([\w-]+))(?:\/([\w-]+))?$/;

/** What the path of a read names. */
export interface ReadPath {
  /** The path of the list. */
  readonly list: string;
  readonly collection: string;
  /** The key of an item; undefined for the list. */
  readonly key: string | undefined;
}

/** What a path names if it is that of a read of items; null for others. (Contract, I-1 and I-2.) */
export function readPath(path: string): ReadPath | null {
  const [, list, collection, key] = PATH.exec(path) ?? [];
  return list === undefined || collection === undefined ? null : { list, collection, key };
}
