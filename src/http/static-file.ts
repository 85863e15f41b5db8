import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { openBelow } from './file-below.ts';
import { mediaTypeOf } from './media-types.ts';

/** File names with a content hash: these files never change. */
const HASHED = /[.-][0-9a-f]{8,}\.(\w+\.)?\w+$/;
const YEAR_S = 31_536_000;

/**
 * Sends a file from a folder, or 304 if the client has it. Throws error 1 for missing files, hidden names, and anything
 * outside the folder, including through symbolic links. `security` is the Content-Security-Policy.
 */
export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  path: string,
  security: string,
): Promise<FastifyReply> {
  const file = await openBelow(root, path);
  if (!file) throw new ApiError('notFound');
  const { size, mtime, mtimeMs } = await file.stat();
  const tag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
  reply
    .header('ETag', tag)
    .header('Last-Modified', mtime.toUTCString())
    .header('Cache-Control', HASHED.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    .header('Content-Security-Policy', security)
    .header('X-Content-Type-Options', 'nosniff');
  if (isKnown(request, tag, mtime)) {
    await file.close();
    return reply.code(304).send();
  }
  reply.type(mediaTypeOf(path)).header('Content-Length', size);
  return reply.send(file.createReadStream({ end: Math.max(0, size - 1) }));
}

/** Whether the client's copy is current, by entity tag or otherwise by date. */
function isKnown({ headers }: FastifyRequest, tag: string, changed: Date): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((each) => each.trim() === tag || each.trim() === '*');
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.trunc(changed.getTime() / 1000) * 1000 <= since;
}
