import type { IncomingHttpHeaders } from 'node:http';
import { namesTag } from './entity-tags.ts';

/** The validators of a resource. */
export interface Validators {
  /** As in the `ETag` header, with quotes. */
  readonly etag: string;
  readonly modified: Date;
}

/** Whether the client's copy is current. (RFC 9110, section 13.) */
export function isUnchanged(headers: IncomingHttpHeaders, { etag, modified }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return namesTag(tags, etag);
  return !isAfter(modified, headers['if-modified-since']);
}

/** Whether a range may be sent: the ranges that the client already has, if any, must be of the same bytes. */
export function mayResume(headers: IncomingHttpHeaders, { etag, modified }: Validators): boolean {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  return condition.startsWith('"') ? condition === etag : Date.parse(condition) === wholeSeconds(modified);
}

/** Also true if the header is missing or is not a date: nothing is known about the client's copy then. */
function isAfter(modified: Date, header: string | undefined): boolean {
  const since = Date.parse(header ?? '');
  return Number.isNaN(since) || wholeSeconds(modified) > since;
}

const wholeSeconds = (at: Date): number => Math.floor(at.getTime() / 1000) * 1000;
