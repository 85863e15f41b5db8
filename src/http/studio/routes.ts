import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.ts';
import { forbidCaching } from '../caching.ts';
import { wildcard } from '../wildcard.ts';
import { buildState } from './build-state.ts';
import { sendStudioFile } from './file.ts';
import { studioHeaders } from './headers.ts';
import { PROGRESS_STYLE, progressPage } from './progress-page.ts';

/** Vite puts a hash of the bytes into the names of these files. */
const HASHED = 'assets/';
const FOREVER = 'public, max-age=31536000, immutable';
const ASK = 'no-cache';
const RETRY_S = 2;

/** The origins that the page at a path may show in frames. */
export type FramesAt = (path: string) => Promise<readonly string[]>;

/** Serves Studio below `/studio/` from the build in `folder`; if that is null, everything there is missing. */
export function serveStudio(app: FastifyInstance, folder: string | null, framesAt: FramesAt): void {
  app.get('/studio', (_request, reply) => {
    if (folder === null) throw new ApiError('notFound');
    return reply.redirect('./studio/', 302);
  });
  app.get('/studio/*', (request, reply) => {
    if (folder === null) throw new ApiError('notFound');
    reply.headers(studioHeaders());
    return answer(request, reply, { folder, framesAt }, wildcard(request));
  });
}

/** Paths other than those of files are pages of the app, which routes them itself. Error 1. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, framesAt }: { readonly folder: string; readonly framesAt: FramesAt },
  path: string,
): Promise<FastifyReply> {
  const build = join(folder, 'dist');
  if (path === PROGRESS_STYLE.path) return sendStyle(reply);
  const isHashed = path.startsWith(HASHED);
  const file = await sendStudioFile(request, reply, build, path, isHashed ? FOREVER : ASK);
  if (file) return file;
  if (isHashed || leavesFolder(path)) throw new ApiError('notFound');
  const frames = await framesAt(path);
  reply.headers(studioHeaders(frames));
  const page = await sendStudioFile(request, reply, build, 'index.html', ASK, frames.join(' '));
  return page ?? sendProgress(reply, folder);
}

/** Keys of items, which are parts of addresses, may have backslashes. */
const leavesFolder = (path: string): boolean =>
  path.includes('\0') || path.split(/[/\\]/).some((part) => part === '.' || part === '..');

function sendStyle(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', ASK).type('text/css; charset=utf-8').send(PROGRESS_STYLE.text);
}

/** The status is not a success, so that nothing mistakes this page for Studio. */
async function sendProgress(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  forbidCaching(reply);
  const page = progressPage(await buildState(folder));
  return reply.code(503).header('Retry-After', RETRY_S).type('text/html; charset=utf-8').send(page);
}
