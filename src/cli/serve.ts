import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type App, createApp, isLoopback } from '../app.ts';
import { ConfigError } from '../config/config-error.ts';
import type { ServerOptions } from '../config/options.ts';
import { openLog } from './log.ts';

const GRACE_MS = 9_000;

/** Serves until SIGTERM or SIGINT; returns when everything in flight is answered. */
export async function serve(options: ServerOptions, _sample: boolean): Promise<void> {
  const log = await openLog(options.logLevel);
  const app = createApp(options, log);
  announceSuperAdmin(app, options);
  await listen(app, options);
  const { port } = app.http.server.address() as AddressInfo;
  process.stdout.write(
    `Octavo listens at http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}\n`,
  );
  await stopped();
  await stop(app);
}

async function listen({ http }: App, { host, port }: ServerOptions): Promise<void> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw new ConfigError(
      `cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** A server that strangers can reach never takes its secret from the first caller: it makes one. */
function announceSuperAdmin({ superAdmin }: App, { host }: ServerOptions): void {
  if (superAdmin.isSet || isLoopback(host)) return;
  const token = randomBytes(24).toString('base64url');
  superAdmin.set(token);
  process.stdout.write(`Super admin token (shown once): ${token}\n`);
}

function stopped(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        done();
      });
    }
  });
}

/** Requests in flight are answered, then the databases are closed; whoever takes longer is cut off. */
async function stop({ http, registry }: App): Promise<void> {
  const timer = setTimeout(() => http.server.closeAllConnections(), GRACE_MS);
  await http.close();
  clearTimeout(timer);
  await registry.closeAll();
}
