import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { type App, createApp } from '../../src/app.ts';
import type { ServerOptions } from '../../src/config/options.ts';
import { closeServer } from '../../src/http/close.ts';
import type { ClientTimes } from '../../src/http/limits.ts';

export const SUPER_ADMIN_TOKEN = 'conformance-super-admin-token';

/** A server inside the test process, on a free port, with a data folder of its own. */
export interface Running {
  readonly base: string;
  readonly data: string;
  readonly app: App;
  stop(): Promise<void>;
}

/**
 * Starts a server with the usual options and timeouts, except for those given; `stop` ends it and removes its data. Its
 * log is discarded unless `log` is given.
 */
export async function startServer(
  changed: Partial<ServerOptions> = {},
  log: Logger = pino({ level: 'silent' }),
  times: Partial<ClientTimes> = {},
): Promise<Running> {
  const data = mkdtempSync(join(tmpdir(), 'octavo-test-'));
  const options = {
    host: '127.0.0.1',
    port: 0,
    data,
    superAdminToken: SUPER_ADMIN_TOKEN,
    publicUrl: null,
    trustProxy: [],
    redisUrl: null,
    logLevel: 'silent',
    drain: 0,
    maxUpload: 100 * 1024 * 1024,
    maxBody: 32 * 1024 * 1024,
    maxPublicBody: 64 * 1024,
    maxConnections: 20_000,
    maxAddressConnections: 1000,
    maxProjectRequests: 96,
    maxProjectWaiting: 128,
    maxOpenProjects: 200,
    allowHosts: [],
    adminApp: null,
    studio: null,
    watchExtensions: false,
    responseCache: 32 * 1024 * 1024,
    ...changed,
  };
  const app = createApp(options, log, { idleMs: 0, ...times });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    data,
    app,
    async stop() {
      await app.fleet.stop();
      await closeServer(app.http);
      await app.registry.closeAll();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
