import type { FastifyRequest } from 'fastify';
import { networkOf } from '../auth/network-of.ts';
import type { Throttles } from '../auth/throttle.ts';
import { type CorsConfig, corsOf } from '../config/project-config.ts';
import { MIN_TOKEN_LENGTH, type SuperAdmin } from '../config/super-admin.ts';
import { ApiError } from '../errors/api-error.ts';
import { brokenRule, violation } from '../errors/violations.ts';
import { isLoopbackHost } from '../shared/loopback.ts';
import { Mutex } from '../shared/mutex.ts';
import { pathOf } from './request-url.ts';
import type { Route } from './route.ts';
import { foreignOrigin } from './same-origin.ts';

/** Limits on wrong tokens, per address and in total. */
const OF_ADDRESS = { points: 20, seconds: 60 };
const OF_ALL = { points: 200, seconds: 60 };
const EVERYBODY = 'all';

const READING: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);
/** Paths that pages of any origin may read. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/server/ping', '/server/projects']);

/** Decides who may use the routes of the server itself, those without a project. (Contract, V-21, V-60 and R-65.) */
export class ServerAccess {
  readonly #superAdmin: SuperAdmin;
  readonly #publicHost: string | null;
  readonly #throttles: Throttles;
  /** Without it, concurrent guesses would all be checked against the same count. */
  readonly #claimMutex = new Mutex();

  constructor(superAdmin: SuperAdmin, publicUrl: string | null, throttles: Throttles) {
    this.#superAdmin = superAdmin;
    this.#publicHost = publicUrl && new URL(publicUrl).host;
    this.#throttles = throttles;
  }

  /** Refuses host names that could be DNS rebinding, and cross-origin pages. Error 10. */
  admit(request: FastifyRequest, { access }: Route): void {
    if (!this.#superAdmin.isSet) this.#refuseUnknownHost(request);
    if (access !== 'superAdmin') return;
    const hosts = this.#publicHost === null ? [request.host] : [request.host, this.#publicHost];
    const origin = foreignOrigin(request, hosts);
    if (origin !== null) throw new ApiError('foreignPage', { origin: origin.slice(0, 60) });
  }

  /** Which pages may read an answer of the server itself. */
  corsOf({ url, method, headers }: Pick<FastifyRequest, 'url' | 'method' | 'headers'>): CorsConfig {
    const asked = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
    const enabled = this.#superAdmin.isSet && OPEN_PATHS.has(pathOf(url)) && READING.has(asked);
    return { ...corsOf(null), enabled, methods: ['GET', 'HEAD'] };
  }

  /** Requires the super admin token, and refuses too many guesses. Errors 4, 3, 7. */
  require(token: string, ip: string): Promise<void> {
    if (token === '') throw brokenRule('super_admin_token', violation.blank);
    return this.#claimMutex.run(() => this.#judge(token, ip));
  }

  /** Requires the super admin token in the header `Authorization: Bearer …`. Errors 3, 7. */
  requireBearer({ headers, ip }: FastifyRequest): Promise<void> {
    const token = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
    if (!token) throw new ApiError('superAdminOnly');
    return this.#claimMutex.run(() => this.#judge(token, ip));
  }

  /**
   * Like {@link require}. If no token is set and only this machine can reach the server, the given one becomes the
   * token.
   */
  requireOrClaim(token: string, ip: string): Promise<void> {
    return this.#claimMutex.run(async () => {
      if (!this.#superAdmin.isClaimable) return this.#judge(token, ip);
      requireLength(token);
      this.#superAdmin.set(token);
    });
  }

  async #judge(token: string, ip: string): Promise<void> {
    const address = networkOf(ip);
    const ofAddress = this.#throttles.of('super-admin', OF_ADDRESS);
    const ofAll = this.#throttles.of('super-admin-all', OF_ALL);
    await ofAddress.admit(address);
    await ofAll.admit(EVERYBODY);
    if (this.#superAdmin.accepts(token)) return ofAddress.forget(address);
    await ofAddress.take(address);
    await ofAll.take(EVERYBODY);
    throw new ApiError('superAdminOnly');
  }

  /** Forwarded host headers are ignored here: a page could send them too. */
  #refuseUnknownHost(request: FastifyRequest): void {
    const foreign = [request.host, request.headers.host ?? ''].find((host) => !this.#isOwnHost(host));
    if (foreign !== undefined) throw new ApiError('unknownHost', { host: foreign.slice(0, 60) });
  }

  #isOwnHost(host: string): boolean {
    return host === this.#publicHost || isLoopbackHost(host.toLowerCase().replace(/:\d{1,5}$/, ''));
  }
}

function requireLength(token: string): void {
  if (token.trim().length >= MIN_TOKEN_LENGTH) return;
  const reason = violation.expected(`a secret of at least ${MIN_TOKEN_LENGTH} characters`);
  throw brokenRule('super_admin_token', reason);
}
