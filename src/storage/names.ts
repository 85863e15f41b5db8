/** Where unfinished writes lie; no name may lead there. */
export const INCOMING = '.incoming';

/** A name that leads out of the storage, or to what is kept from sight. A fault of the server, not of a caller. */
export class UnsafeName extends Error {
  constructor(name: string) {
    super(`"${name}" is no name of a stored object`);
  }
}

/** The parts of a name. Throws {@link UnsafeName}. */
export function partsOf(name: string): readonly [room: string, ...rest: string[]] {
  const [room = '', ...rest] = name.split('/');
  const isUnsafe = (part: string): boolean =>
    part === '' || part === '.' || part === '..' || part === INCOMING || /[\0\\]/.test(part) || part.length > 255;
  if (rest.length === 0 || [room, ...rest].some(isUnsafe)) throw new UnsafeName(name);
  return [room, ...rest];
}

/** Whether a name can be that of a stored object. */
export function isObjectName(name: string): boolean {
  try {
    return partsOf(name).length > 1;
  } catch {
    return false;
  }
}

/** Where the content of a file lies in its project's storage. */
export const originalOf = (disk: string): string => `originals/${disk}`;

/** What every thumbnail of a file begins with. */
export const generatedOf = (disk: string): string => `generated/${disk.replaceAll('/', '')}/`;
