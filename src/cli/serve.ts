import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type App, createApp, isLoopback } from '../app.ts';
import { ConfigError } from '../config/config-error.ts';
import type { ServerOptions } from '../config/options.ts';
import { closeServer } from '../http/close.ts';
import { createSample, SAMPLE } from '../sample/create.ts';
import { openLog } from './log.ts';
import { stopped } from './stopped.ts';
import { welcome } from './welcome.ts';

/** Serves until SIGTERM or SIGINT; returns when everything in flight is answered. */
export async function serve(options: ServerOptions, sample: boolean): Promise<void> {
  requireFolder(options.data);
  const app = createApp(options, await openLog(options.logLevel));
  announceSuperAdmin(app, options);
  const end = stopped();
  const address = await listen(app, options);
  try {
    print(`Octavo listens at ${address}\n`);
    app.rounds.start();
    if (sample) await announceSample(app, options, address);
    await end;
  } finally {
    await stop(app);
  }
}

/** Secrets are for the person at the terminal: they are printed, and never go through the log. */
function print(text: string): void {
  process.stdout.write(text);
}

function requireFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new ConfigError(`the data folder ${path} is not a folder`);
}

/** Listens, and returns the address that clients use. */
async function listen({ http }: App, { host, port, publicUrl }: ServerOptions): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw new ConfigError(`cannot listen on ${host}:${port}: ${messageOf(error)}`);
  }
  const { port: taken } = http.server.address() as AddressInfo;
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

async function announceSample({ registry }: App, { data }: ServerOptions, address: string): Promise<void> {
  const secrets = await madeSample(registry, join(data, 'config', '_sample-unfinished'));
  if (secrets) print(welcome(address, SAMPLE, secrets));
  else if (registry.configOf(SAMPLE)) print(`The project "${SAMPLE}" is at ${address}/${SAMPLE}/\n`);
}

async function madeSample(...parts: Parameters<typeof createSample>): ReturnType<typeof createSample> {
  try {
    return await createSample(...parts);
  } catch (error) {
    throw new ConfigError(`the sample project cannot be made: ${messageOf(error)}`);
  }
}

/** A server that strangers can reach never takes its secret from the first caller: it makes one. */
function announceSuperAdmin({ superAdmin }: App, { host }: ServerOptions): void {
  if (superAdmin.isSet || isLoopback(host)) return;
  const token = randomBytes(24).toString('base64url');
  superAdmin.set(token);
  print(`Super admin token (shown once): ${token}\n`);
}

/** Requests in flight are answered, then the databases are closed. */
async function stop({ http, registry, rounds }: App): Promise<void> {
  rounds.stop();
  await closeServer(http);
  await registry.closeAll();
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
