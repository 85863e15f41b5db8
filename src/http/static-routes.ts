import type { FastifyInstance } from 'fastify';
import { isProjectKey } from '../config/project-files.ts';
import { ApiError } from '../errors/api-error.ts';
import { APP_KINDS } from '../extensions/app-extensions.ts';
import { sendStaticFile } from './static-file.ts';
import { type FramesAt, serveStudio } from './studio/routes.ts';
import { wildcard } from './wildcard.ts';

/** Folders that are served to browsers. */
export interface StaticFolders {
  /** A copy of the admin app; null if the operator provides none. */
  readonly adminApp: string | null;
  /** The folder of Studio; null if Studio is off, absent if a project has its path. */
  readonly studio?: string | null;
  /** Contains `custom` and `projects/<key>`, with extensions of the app by kind. */
  readonly extensions: string;
}

/** The app may load images and the like from anywhere, but may not be framed, and allows no plug-ins. */
const APP_POLICY = "base-uri 'self'; frame-ancestors 'self'; object-src 'none'";
const EXTENSION_POLICY = "base-uri 'none'; object-src 'none'";

/** Serves Studio below `/studio/`, the admin app below `/admin/` and the app's extensions below `/extensions/`. */
export function serveStaticFolders(
  app: FastifyInstance,
  { adminApp, studio, extensions }: StaticFolders,
  framesAt: FramesAt,
): void {
  if (studio !== undefined) serveStudio(app, studio, framesAt);
  if (adminApp !== null) {
    app.get('/admin', (_request, reply) => reply.redirect('./admin/', 302));
    app.get('/admin/*', (request, reply) => {
      const path = wildcard(request);
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
      return sendStaticFile(request, reply, adminApp, file, APP_POLICY);
    });
  }
  app.get('/extensions/*', (request, reply) =>
    sendStaticFile(request, reply, extensions, extensionPath(wildcard(request)), EXTENSION_POLICY),
  );
}

/** The path of an extension's file. Other folders next to those of the app are not served. Error 1. */
function extensionPath(path: string): string {
  const parts = path.split('/');
  const ofProject = parts[0] === 'projects' && isProjectKey(parts[1] ?? '');
  const [kind] = parts.slice(ofProject ? 2 : 1);
  if ((ofProject || parts[0] === 'custom') && APP_KINDS.some((known) => known === kind)) return path;
  throw new ApiError('notFound');
}
