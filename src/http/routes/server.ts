import { existsSync, statSync } from 'node:fs';
import { release, type } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../../errors/api-error.ts';
import { createProject } from '../../projects/create.ts';
import { deleteProject } from '../../projects/delete.ts';
import type { ProjectRegistry } from '../../projects/registry.ts';
import type { Runtime } from '../../services/project/info.ts';
import { CONTRACT_VERSION } from '../../shared/version.ts';
import type { Exchange } from '../exchange.ts';
import type { Readiness } from '../readiness.ts';
import { type Answer, DELETED, NOTHING, type Route, show } from '../route.ts';
import type { ServerAccess } from '../server-access.ts';
import { serverWire } from '../wire/server.ts';

/** What the server routes need. */
interface ServerParts {
  readonly registry: ProjectRegistry;
  readonly access: ServerAccess;
  readonly runtime: Runtime;
  readonly readiness: Readiness;
  /** The data folder. */
  readonly data: string;
  /** Whether Studio is served at `/studio/`. */
  readonly studio: boolean;
}

/** The installer of the original admin app proceeds if it finds `apache` in the server type. */
const SERVER_TYPE = 'octavo (in the place of apache)';

/** Refuses callers without the super admin token. Errors 4, 3, 7. */
function requireSuperAdmin(exchange: Exchange, access: ServerAccess): Promise<void> {
  return access.require(exchange.parameter('super_admin_token') ?? '', exchange.request.ip);
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

/** Tells balancers whether to send requests to this server. Error `serverStopping`. */
function ping({ readiness }: ServerParts): Answer {
  if (readiness.isLeaving) throw new ApiError('serverStopping');
  return { kind: 'text', text: 'pong', type: 'text/html; charset=utf-8' };
}

/** Redirects people from the root; programs get the same answer as before Studio existed. */
function home({ request }: Exchange, { studio }: ServerParts): Answer {
  const accepted = (request.headers.accept ?? '').toLowerCase().split(',');
  const isBrowser = accepted.some((entry) => entry.split(';', 1)[0]?.trim() === 'text/html');
  return { kind: 'redirect', location: studio && isBrowser ? './studio/' : './admin/' };
}

/** Returns the mode of the first existing folder; `0000` if there is none. */
function modeOf(...folders: readonly string[]): string {
  const found = folders.find((folder) => existsSync(folder));
  return found === undefined ? '0000' : (statSync(found).mode & 0o7777).toString(8).padStart(4, '0');
}

/** Routes without a project. (Contract, V-1 to V-6.) */
export function serverRoutes(parts: ServerParts): readonly Route[] {
  const { registry, access } = parts;
  const create: Route['handle'] = async (exchange) => {
    const { ip } = exchange.request;
    const found = await createProject(registry, (token) => access.requireOrClaim(token, ip), exchange.object());
    return found ? { kind: 'data', data: found, public: true } : NOTHING;
  };
  return [
    { method: 'GET', path: '/', wire: serverWire.home, handle: (exchange) => home(exchange, parts) },
    {
      method: 'GET',
      path: '/server/ping',
      wire: serverWire.ping,
      handle: () => ping(parts),
    },
    {
      method: 'GET',
      path: '/server/info',
      wire: serverWire.info,
      access: 'superAdmin',
      handle: async (exchange) => {
        if (!registry.isEmpty) await requireSuperAdmin(exchange, access);
        return serverInfo(parts);
      },
    },
    {
      method: 'GET',
      path: '/server/projects',
      wire: serverWire.projects,
      handle: () => {
        if (registry.isEmpty) throw new ApiError('notInstalled');
        return { kind: 'data', data: registry.publicKeys(), public: true };
      },
    },
    { method: 'POST', path: '/server/projects', access: 'superAdmin', wire: serverWire.create, handle: create },
    { method: 'POST', path: '/projects', access: 'superAdmin', wire: serverWire.create, handle: create },
    {
      method: 'DELETE',
      path: '/server/projects/:key',
      wire: serverWire.remove,
      access: 'superAdmin',
      handle: async (exchange) => {
        await requireSuperAdmin(exchange, access);
        await deleteProject(registry, exchange.path('key'));
        return DELETED;
      },
    },
  ];
}
