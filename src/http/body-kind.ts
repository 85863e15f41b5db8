import type { FastifyRequest } from 'fastify';

/** Media types of JSON bodies, with any parameters: as strict as the framework, which refuses what is no media type. (Contract, R-30.) */
export const JSON_TYPE = /^application\/([\w.-]{1,100}\+)?json[ \t]*(;|$)/i;
/** The media type of forms without files. */
export const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(;|$)/i;

/** What the framework takes for a media type: one that it cannot read it refuses. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Whether a content type, if there is one, is a media type. */
export const isMediaType = (type: string | undefined): boolean => type === undefined || MEDIA_TYPE.test(type);

/** What the server makes of a body: `multipart` forms are read by their routes as they arrive, `other` by nobody. */
type BodyKind = 'none' | 'json' | 'form' | 'multipart' | 'other';

/** The kind of a request's body, by its headers. */
export function bodyKind({ headers }: Pick<FastifyRequest, 'headers'>): BodyKind {
  if (headers['transfer-encoding'] === undefined && declaredLength({ headers }) === 0) return 'none';
  const type = headers['content-type'] ?? '';
  if (JSON_TYPE.test(type)) return 'json';
  if (FORM_TYPE.test(type)) return 'form';
  return /^multipart\//i.test(type) ? 'multipart' : 'other';
}

/** The declared length of a body; 0 if none is declared. */
export function declaredLength({ headers }: Pick<FastifyRequest, 'headers'>): number {
  return Number(headers['content-length'] ?? 0);
}
