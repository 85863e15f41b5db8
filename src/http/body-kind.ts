import type { FastifyRequest } from 'fastify';

/**
 * Media types of JSON bodies, with any parameters. As strict as the framework, which refuses anything that is not a
 * media type. (Contract, R-30.)
 */
export const JSON_TYPE = /^application\/([\w.-]{1,100}\+)?json[ \t]*(;|$)/i;
/** The media type of forms without files. */
export const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(;|$)/i;

/** The media type of forms that may have files. */
export const MULTIPART_TYPE = /^multipart\/form-data[ \t]*(;|$)/i;

/** What the framework accepts as a media type; it refuses anything else. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Whether a content type, if there is one, is a media type. */
export const isMediaType = (type: string | undefined): boolean => type === undefined || MEDIA_TYPE.test(type);

/** How the server reads a body: `multipart` forms as they arrive where a route takes files; nothing reads `other`. */
type BodyKind = 'none' | 'json' | 'form' | 'multipart' | 'other';

/** The kind of a request's body, by its headers. */
export function bodyKind({ headers }: Pick<FastifyRequest, 'headers'>): BodyKind {
  if (headers['transfer-encoding'] === undefined && declaredLength({ headers }) === 0) return 'none';
  const type = headers['content-type'] ?? '';
  if (JSON_TYPE.test(type)) return 'json';
  if (FORM_TYPE.test(type)) return 'form';
  return /^multipart\//i.test(type) ? 'multipart' : 'other';
}

/** Whether a body is compressed or otherwise encoded. (RFC 9110, section 8.4.) */
export function isEncoded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.some((coding) => coding !== '' && coding !== 'identity');
}

/** The declared length of a body; 0 if none is declared. */
export function declaredLength({ headers }: Pick<FastifyRequest, 'headers'>): number {
  return Number(headers['content-length'] ?? 0);
}
