import type { FastifyRequest } from 'fastify';
import type { Throttles } from '../auth/throttle.ts';
import { type CorsConfig, corsOf } from '../config/project-config.ts';
import { SHORTEST_TOKEN, type SuperAdmin } from '../config/super-admin.ts';
import { ApiError } from '../errors/api-error.ts';
import { violation } from '../errors/violations.ts';
import { Mutex } from '../shared/mutex.ts';
import { foreignOrigin } from './own-origin.ts';
import type { Route } from './route.ts';

/** Wrong tokens from one address, and from all of them together. */
const OF_ADDRESS = { points: 20, seconds: 60 };
const OF_ALL = { points: 200, seconds: 60 };
const EVERYBODY = 'all';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const READING: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);
/** What pages of any origin may read. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/server/ping', '/server/projects']);

/** Who may use the routes of the server itself, those without a project. (Contract, V-21, V-60 and R-65.) */
export class ServerAccess {
  readonly #superAdmin: SuperAdmin;
  readonly #publicHost: string | null;
  readonly #throttles: Throttles;
  /** Guesses that come at once would all be judged by the same count. */
  readonly #turn = new Mutex();

  constructor(superAdmin: SuperAdmin, publicUrl: string | null, throttles: Throttles) {
    this.#superAdmin = superAdmin;
    this.#publicHost = publicUrl && new URL(publicUrl).host;
    this.#throttles = throttles;
  }

  /** Refuses names that others may have given to this machine, and pages of other origins. Error 10. */
  admit(request: FastifyRequest, { access }: Route): void {
    if (!isOfServer(request.url)) return;
    if (!this.#superAdmin.isSet) this.#refuseUnknownHost(request);
    if (access !== 'superAdmin') return;
    const hosts = this.#publicHost === null ? [request.host] : [request.host, this.#publicHost];
    const origin = foreignOrigin(request, hosts);
    if (origin !== null) throw new ApiError('foreignPage', { origin: origin.slice(0, 60) });
  }

  /** Which pages may read an answer; null for a request that concerns a project. */
  corsOf({ url, method, headers }: Pick<FastifyRequest, 'url' | 'method' | 'headers'>): CorsConfig | null {
    if (!isOfServer(url)) return null;
    const asked = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
    const enabled = this.#superAdmin.isSet && OPEN_PATHS.has(pathOf(url)) && READING.has(asked);
    return { ...corsOf(null), enabled, methods: ['GET', 'HEAD'] };
  }

  /** Refuses whoever does not know the super admin token, and who guesses too often. Errors 4, 3, 7. */
  require(token: string, ip: string): Promise<void> {
    if (token === '') throw new ApiError('validation', { violations: `super_admin_token: ${violation.blank}` });
    return this.#turn.run(() => this.#judge(token, ip));
  }

  /** As {@link require}; where there is no token yet, and strangers cannot reach the server, it becomes this one. */
  requireOrClaim(token: string, ip: string): Promise<void> {
    return this.#turn.run(async () => {
      if (!this.#superAdmin.isClaimable) return this.#judge(token, ip);
      requireLength(token);
      this.#superAdmin.set(token);
    });
  }

  async #judge(token: string, ip: string): Promise<void> {
    const ofAddress = this.#throttles.of('super-admin', OF_ADDRESS);
    const ofAll = this.#throttles.of('super-admin-all', OF_ALL);
    await ofAddress.admit(ip);
    await ofAll.admit(EVERYBODY);
    if (this.#superAdmin.accepts(token)) return ofAddress.forget(ip);
    await ofAddress.take(ip);
    await ofAll.take(EVERYBODY);
    throw new ApiError('superAdminOnly');
  }

  /** What a proxy says of the host counts for nothing here: a page could say it as well. */
  #refuseUnknownHost(request: FastifyRequest): void {
    const foreign = [request.host, request.headers.host ?? ''].find((host) => !this.#isOwnHost(host));
    if (foreign !== undefined) throw new ApiError('unknownHost', { host: foreign.slice(0, 60) });
  }

  #isOwnHost(host: string): boolean {
    return host === this.#publicHost || LOOPBACK.has(host.toLowerCase().replace(/:\d{1,5}$/, ''));
  }
}

function requireLength(token: string): void {
  if (token.trim().length >= SHORTEST_TOKEN) return;
  const reason = violation.expected(`a secret of at least ${SHORTEST_TOKEN} characters`);
  throw new ApiError('validation', { violations: `super_admin_token: ${reason}` });
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

function isOfServer(url: string): boolean {
  const [, first] = pathOf(url).split('/', 2);
  return first === 'server' || first === 'projects';
}
