import { ApiError } from '../../errors/api-error.ts';
import { INTERNAL_PREFIX, isInternalTable } from '../internal/internal-table.ts';
import { MAX_NAME, type NameRule, refuseConfusable } from './field.ts';

/**
 * Refuses invalid names of collections: errors 4 and, for more than 64 characters, 12. (Contract, S-33, S-34, S-36 and
 * S-45.)
 */
export function refuseCollectionName(name: string, { nameBytes, reservedNames }: NameRule): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!/[A-Za-z0-9]/.test(name) || /[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(name) || name === '__proto__')
    throw new ApiError('collectionNameInvalid');
  if (name !== name.trim()) throw new ApiError('collectionNameInvalid');
  if (name.startsWith('directus_')) throw new ApiError('collectionNameReserved', { prefix: 'directus_' });
  if (isInternalTable(name)) throw new ApiError('collectionNameReserved', { prefix: INTERNAL_PREFIX });
  if (name.length <= MAX_NAME && (Buffer.byteLength(name) > nameBytes || reservedNames.test(name)))
    throw new ApiError('collectionNameInvalid');
}

/** Refuses names of new tables that could be mistaken for others. Error 4. */
export function refuseNewName(name: string, taken: Iterable<string>): void {
  if (/^directus_/i.test(name)) throw new ApiError('collectionNameReserved', { prefix: 'directus_' });
  refuseConfusable(name, taken);
}
