/** No address can name the item with this key. */
export class UnnameableKey extends Error {
  constructor(key: string) {
    super(`no address can name the item ${JSON.stringify(key)}`);
  }
}

/**
 * The key, if an address can name its item. Throws {@link UnnameableKey}: a path with a comma names the items on both
 * sides of it, and browsers resolve `.` and `..`.
 */
export function nameable(key: string): string {
  if (/,|^\.{1,2}$/.test(key)) throw new UnnameableKey(key);
  return key;
}

/** A key as a segment of a path. Throws {@link UnnameableKey}. */
export const keySegment = (key: string): string => encodeURIComponent(nameable(key));
