/** The folder of unfinished writes; object names may not refer to it. */
export const INCOMING = '.incoming';

/** The prefix of files uploaded for an import. They are pending objects, which are never served. */
export const IMPORTED = 'pending/imports/';

/**
 * Thrown for a name that leaves the storage or refers to hidden files. This is a bug in the server, not an error of a
 * caller.
 */
export class UnsafeName extends Error {
  constructor(name: string) {
    super(`"${name}" is no name of a stored object`);
  }
}

/** Splits a name into parts. Throws {@link UnsafeName}. */
export function partsOf(name: string): readonly [room: string, ...rest: string[]] {
  const [room = '', ...rest] = name.split('/');
  const isUnsafe = (part: string): boolean =>
    part === '' || part === '.' || part === '..' || part === INCOMING || /[\0\\]/.test(part) || part.length > 255;
  if (rest.length === 0 || [room, ...rest].some(isUnsafe)) throw new UnsafeName(name);
  return [room, ...rest];
}

/** Whether a name is valid for a stored object. */
export function isObjectName(name: string): boolean {
  try {
    return partsOf(name).length > 1;
  } catch {
    return false;
  }
}

/** The object name of a file's original. */
export const originalOf = (disk: string): string => `originals/${disk}`;

/** The prefix of a file's thumbnails. */
export const generatedOf = (disk: string): string => `generated/${disk.replaceAll('/', '')}/`;
