/** The path of a list of items, or of one item, that needs no decoding. */
const PATH = /^(\/[\w-]+\/items\/([\w-]+))(?:\/([\w-]+))?$/;

/** The parts of the path of a list of items, or of one item. */
export interface ItemsPath {
  /** The path of the list. */
  readonly list: string;
  readonly collection: string;
  /** The key of an item; undefined for the list. */
  readonly key: string | undefined;
}

/** Parses the path of a list of items or of one item; null for other paths. (Contract, I-1 to I-6.) */
export function itemsPath(path: string): ItemsPath | null {
  const [, list, collection, key] = PATH.exec(path) ?? [];
  return list === undefined || collection === undefined ? null : { list, collection, key };
}
