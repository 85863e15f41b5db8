import { existsSync, statSync } from 'node:fs';
import { release, type } from 'node:os';
import { join } from 'node:path';
import type { SuperAdmin } from '../../config/super-admin.ts';
import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import { createProject } from '../../projects/create.ts';
import { deleteProject } from '../../projects/delete.ts';
import type { ProjectRegistry } from '../../projects/registry.ts';
import type { Runtime } from '../../services/project-info.ts';
import { CONTRACT_VERSION } from '../../shared/version.ts';
import type { Exchange } from '../exchange.ts';
import { type Answer, DELETED, NOTHING, type Route, show } from '../route.ts';

/** What the routes of the server work on. */
export interface ServerParts {
  readonly registry: ProjectRegistry;
  readonly superAdmin: SuperAdmin;
  readonly runtime: Runtime;
  /** Folder of configuration, databases and uploads. */
  readonly data: string;
}

/** The installer of the original admin app goes on where it finds `apache` in the server's type. */
const SERVER_TYPE = 'octavo (in the place of apache)';

/** Refuses callers without the super admin token. Errors 4, 3. */
function requireSuperAdmin(exchange: Exchange, superAdmin: SuperAdmin): void {
  const token = exchange.parameter('super_admin_token');
  if (!token) throw new ApiError('validation', { violations: `super_admin_token: ${violation.blank}` });
  if (!superAdmin.accepts(token)) throw new ApiError('superAdminOnly');
}

function serverInfo({ runtime, data }: ServerParts): Answer {
  return show({
    directus: CONTRACT_VERSION,
    server: { type: SERVER_TYPE, rewrites: null, os: type(), os_version: release() },
    php: {
      version: runtime.node,
      max_upload_size: runtime.maxUploadSize,
      extensions: { pdo: true, mysqli: true, curl: true, gd: true, fileinfo: true, mbstring: true, json: true },
    },
    permissions: { public: modeOf(data), logs: modeOf(data), uploads: modeOf(join(data, 'uploads'), data) },
  });
}

/** Who may do what with a folder, or with the one that it will be made in; `0000` where there is neither. */
function modeOf(...folders: readonly string[]): string {
  const found = folders.find((folder) => existsSync(folder));
  return found === undefined ? '0000' : (statSync(found).mode & 0o7777).toString(8).padStart(4, '0');
}

/** Routes without a project. (Specification, "Projects and server"; facts of auth and users, section 1.1.) */
export function serverRoutes(parts: ServerParts): readonly Route[] {
  const { registry, superAdmin } = parts;
  const create: Route['handle'] = async (exchange) => {
    const found = await createProject(registry, superAdmin, exchange.object());
    return found ? { kind: 'data', data: found, public: true } : NOTHING;
  };
  return [
    { method: 'GET', path: '/', handle: () => ({ kind: 'redirect', location: './admin/' }) },
    {
      method: 'GET',
      path: '/server/ping',
      handle: () => ({ kind: 'text', text: 'pong', type: 'text/html; charset=utf-8' }),
    },
    {
      method: 'GET',
      path: '/server/info',
      handle: (exchange) => {
        if (!registry.isEmpty) requireSuperAdmin(exchange, superAdmin);
        return serverInfo(parts);
      },
    },
    {
      method: 'GET',
      path: '/server/projects',
      handle: () => {
        if (registry.isEmpty) throw new ApiError('notInstalled');
        return { kind: 'data', data: registry.publicKeys(), public: true };
      },
    },
    { method: 'POST', path: '/server/projects', handle: create },
    { method: 'POST', path: '/projects', handle: create },
    {
      method: 'DELETE',
      path: '/server/projects/:key',
      handle: async (exchange) => {
        requireSuperAdmin(exchange, superAdmin);
        await deleteProject(registry, exchange.path('key'));
        return DELETED;
      },
    },
  ];
}
