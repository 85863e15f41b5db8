import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.eot': 'application/vnd.ms-fontobject',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};
/** File names with a content hash, whose contents never change. */
const HASHED = /[.-][0-9a-f]{8,}\.(\w+\.)?\w+$/;
const YEAR_S = 31_536_000;

/**
 * Sends a file of a folder, or 304 if the client has it. Error 1 for missing files, hidden names, and anything outside
 * the folder, including through symbolic links. `security` is the Content-Security-Policy.
 */
export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  path: string,
  security: string,
): Promise<FastifyReply> {
  const file = await openBelow(root, path);
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
  reply.type(TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream').header('Content-Length', size);
  return reply.send(file.createReadStream({ end: Math.max(0, size - 1) }));
}

/** Whether the client's copy is current, by entity tag or else by date. */
function isKnown({ headers }: FastifyRequest, tag: string, changed: Date): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((each) => each.trim() === tag || each.trim() === '*');
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.trunc(changed.getTime() / 1000) * 1000 <= since;
}

async function openBelow(root: string, path: string): Promise<FileHandle> {
  if (/[\\\0]/.test(path) || path.split('/').some((part) => part.startsWith('.'))) throw new ApiError('notFound');
  const file = await openReal(root, path);
  if (file && (await file.stat()).isFile()) return file;
  await file?.close();
  throw new ApiError('notFound');
}

async function openReal(root: string, path: string): Promise<FileHandle | null> {
  try {
    const [folder, target] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (!target.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)) return null;
    return await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}
