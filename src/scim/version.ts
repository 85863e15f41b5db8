import { createHash } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';
import type { ScimObject } from './schema/attribute.ts';

/** The entity tag of a resource, which changes whenever the resource does. (RFC 7644, section 3.14.) */
export function versionOf(content: ScimObject): string {
  return `W/"${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)}"`;
}

/** Whether a header lists an entity tag, by weak comparison. */
export function listsVersion(header: string | undefined, version: string): boolean {
  if (header === undefined) return false;
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => plain(tag) === plain(version));
}

/** Refuses a change if the resource has changed since it was read. Error `scimVersionMismatch`. */
export function checkVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !listsVersion(ifMatch, version)) throw new ApiError('scimVersionMismatch');
}
