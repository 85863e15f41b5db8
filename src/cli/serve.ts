import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createApp } from '../app.ts';
import { ConfigError } from '../config/config-error.ts';
import { optionTable, type ServerOptions, unknownVariables } from '../config/options.ts';
import { closeServer } from '../http/close.ts';
import { createSample, SAMPLE } from '../sample/create.ts';
import { messageOf } from '../shared/message-of.ts';
import { asText } from '../shared/text.ts';
import { requireUsableFolder } from './data-folder.ts';
import { withReason } from './failure.ts';
import { openLog } from './log.ts';
import { stopped } from './stopped.ts';
import { StudioBuild } from './studio-build.ts';
import { welcome } from './welcome.ts';

/** Everything still open by then is abandoned. Databases and storages survive the end of a process at any moment. */
const ENDED_MS = 9_700;

/** What a start does in addition to serving. */
interface Wanted {
  /** Creates the sample project if there is no project. */
  readonly sample: boolean;
  /** Builds Studio in parallel with the server. */
  readonly buildStudio: boolean;
}

/** Serves until SIGTERM or SIGINT; returns when requests in flight have been answered. */
export async function serve(options: ServerOptions, { sample, buildStudio }: Wanted): Promise<void> {
  requireUsableFolder(options.data);
  const log = await openLog(options.logLevel);
  const app = createApp(options, log);
  for (const warning of unknownVariables(process.env)) log.warn(warning);
  if (sample) app.superAdmin.reserve();
  const end = stopped();
  const address = await listen(app, options);
  let build: StudioBuild | null = null;
  try {
    print(`Octavo listens at ${address}\n`);
    app.rounds.start();
    app.fleet.start();
    if (buildStudio && app.studio !== null) build = new StudioBuild(app.studio, log);
    if (sample) await announceSample(app, options, address);
    announceSuperAdmin(app);
    announceStudio(app, address, build !== null);
    await end;
    app.readiness.leave();
    await sleep(options.drain * 1000);
  } finally {
    build?.stop();
    await stop(app);
  }
}

const { port: PORT, host: HOST } = optionTable;
/** What to do about errors of listening. */
const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: `. Stop the program that listens there, or choose another port with ${PORT.flag} or ${PORT.variable}`,
  EACCES: `. Choose a port above 1023 with ${PORT.flag} or ${PORT.variable}, and let a proxy listen on this one`,
  EADDRNOTAVAIL: `. ${HOST.flag} or ${HOST.variable} must be an address of this machine; 0.0.0.0 or :: stands for all`,
};

/** Secrets are printed to the terminal and never logged. */
function print(text: string): void {
  process.stdout.write(text);
}

/** Listens; returns the URL for clients. */
async function listen({ http }: App, { host, port, publicUrl }: ServerOptions): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    const advice = ADVICE[asText((error as NodeJS.ErrnoException).code)] ?? '';
    throw new ConfigError(`cannot listen on ${host}:${port}: ${messageOf(error)}${advice}`);
  }
  const { port: taken } = http.server.address() as AddressInfo;
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

async function announceSample({ registry, studio }: App, { data }: ServerOptions, address: string): Promise<void> {
  const secrets = await madeSample(registry, join(data, 'config', '_sample-unfinished'));
  if (secrets) print(welcome({ address, key: SAMPLE, secrets, studio: studio !== null }));
  else if (registry.configOf(SAMPLE)) print(`The project "${SAMPLE}" is at ${address}/${SAMPLE}/\n`);
}

async function madeSample(...parts: Parameters<typeof createSample>): ReturnType<typeof createSample> {
  try {
    return await createSample(...parts);
  } catch (error) {
    throw new ConfigError(`the sample project cannot be made: ${withReason(error)}`);
  }
}

function announceStudio({ studio }: App, address: string, isBuilding: boolean): void {
  if (studio === null) return;
  const isThere = existsSync(join(studio, 'dist', 'index.html'));
  const soon = isBuilding ? ', in about a minute: it is being built' : ', once it is built: npm run build';
  print(`Studio is at ${address}/studio/${isThere ? '' : soon}\n`);
}

/** Generates a token, unless the first caller may set it. */
function announceSuperAdmin({ superAdmin }: App): void {
  if (superAdmin.isSet || superAdmin.isClaimable) return;
  const token = randomBytes(24).toString('base64url');
  superAdmin.set(token);
  print(`Super admin token (shown once): ${token}\n`);
}

/** Answers requests in flight, and then closes the databases. */
async function stop({ http, registry, rounds, fleet }: App): Promise<void> {
  setTimeout(() => process.exit(), ENDED_MS).unref();
  rounds.stop();
  const ended = fleet.stop();
  await closeServer(http);
  await ended;
  await registry.closeAll();
}
