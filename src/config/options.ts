import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { nearest } from '../shared/nearest.ts';
import { packageFolder } from '../shared/package-folder.ts';
import { withoutEnding } from '../shared/without-ending.ts';
import { ConfigError } from './config-error.ts';

/** The server's options. */
export interface ServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of `config/`, `databases/` and `uploads/`. */
  readonly data: string;
  /** Null: the first project creation sets it, or the server generates one. */
  readonly superAdminToken: string | null;
  /** The server's public URL without trailing slash; null: derived from the request. */
  readonly publicUrl: string | null;
  /** Trusted proxies, as addresses and networks: their headers about client address, protocol and host are believed. */
  readonly trustProxy: readonly string[];
  /** Redis for rate limits that several servers share; null: each server counts by itself. */
  readonly redisUrl: string | null;
  readonly logLevel: string;
  /** Seconds between a signal to stop and the stop, for balancers to notice. */
  readonly drain: number;
  /** Largest file that may be uploaded, in bytes. */
  readonly maxUpload: number;
  /** Largest request body without files, in bytes. */
  readonly maxBody: number;
  /** Largest request body without files from a client without a valid token, in bytes. */
  readonly maxPublicBody: number;
  /** Maximum number of connections. */
  readonly maxConnections: number;
  /** Maximum number of connections from one address, other than the local machine and trusted proxies. */
  readonly maxAddressConnections: number;
  /** How many requests of one project are handled at a time; one caller may have three quarters of them. */
  readonly maxProjectRequests: number;
  /** How many requests of one project may wait; one caller may have three quarters of them. */
  readonly maxProjectWaiting: number;
  /** How many projects are kept open. */
  readonly maxOpenProjects: number;
  /**
   * Hosts, optionally with ports, that may be contacted on a caller's behalf although their addresses are not public.
   */
  readonly allowHosts: readonly string[];
  /** Folder with a copy of the Directus 8 admin app, served below `/admin/`; null: none. */
  readonly adminApp: string | null;
  /** The folder that contains Studio's build; null: Studio is off. */
  readonly studio: string | null;
  /** Whether extension files are checked for changes on every request, for development. */
  readonly watchExtensions: boolean;
  /** The memory for cached answers, in bytes; 0 for none. */
  readonly responseCache: number;
}

/** One option: its flag, its variable, and its meaning. The documentation is checked against this table. */
interface OptionEntry {
  readonly flag: string;
  readonly variable: string;
  /** The name of the flag's value; empty for a flag without one. */
  readonly value: string;
  readonly fallback: string;
  readonly help: string;
}

/** A flag with its value, as in the help. */
export const usageOf = ({ flag, value }: OptionEntry): string => (value === '' ? flag : `${flag} <${value}>`);

/** What the help says about an option: its meaning, its variable, and its default if it has one. */
export const helpOf = ({ help, variable, fallback }: OptionEntry): string =>
  `${help} (${variable})${fallback === '' ? '' : ` (default: ${fallback})`}`;

export const optionTable = {
  host: {
    flag: '--host',
    variable: 'OCTAVO_HOST',
    value: 'address',
    fallback: '127.0.0.1',
    help: 'address to listen on',
  },
  port: {
    flag: '--port',
    variable: 'OCTAVO_PORT',
    value: 'number',
    fallback: '8055',
    help: 'port to listen on; 0 takes any free one',
  },
  data: {
    flag: '--data',
    variable: 'OCTAVO_DATA',
    value: 'folder',
    fallback: './data',
    help: 'folder of configuration, databases and uploads',
  },
  superAdminToken: {
    flag: '--super-admin-token',
    variable: 'OCTAVO_SUPER_ADMIN_TOKEN',
    value: 'secret',
    fallback: '',
    help: 'secret that creates and deletes projects; better given as a variable',
  },
  publicUrl: {
    flag: '--public-url',
    variable: 'OCTAVO_PUBLIC_URL',
    value: 'url',
    fallback: '',
    help: 'address under which clients reach the server',
  },
  trustProxy: {
    flag: '--trust-proxy',
    variable: 'OCTAVO_TRUST_PROXY',
    value: 'addresses',
    fallback: '',
    help: 'proxies whose X-Forwarded headers are believed: addresses and networks, separated by commas',
  },
  redisUrl: {
    flag: '--redis-url',
    variable: 'OCTAVO_REDIS_URL',
    value: 'url',
    fallback: '',
    help: 'Redis in which several servers count sign-ins and requests together',
  },
  logLevel: {
    flag: '--log-level',
    variable: 'OCTAVO_LOG_LEVEL',
    value: 'level',
    fallback: 'info',
    help: 'fatal, error, warn, info, debug, trace or silent',
  },
  drain: {
    flag: '--drain',
    variable: 'OCTAVO_DRAIN',
    value: 'seconds',
    fallback: '0',
    help: 'how long to serve on after a signal to stop, while /server/ping answers 503',
  },
  maxUpload: {
    flag: '--max-upload',
    variable: 'OCTAVO_MAX_UPLOAD',
    value: 'bytes',
    fallback: '100M',
    help: 'largest file that may be uploaded; K, M and G stand for powers of 1024',
  },
  maxBody: {
    flag: '--max-body',
    variable: 'OCTAVO_MAX_BODY',
    value: 'bytes',
    fallback: '32M',
    help: 'longest request body without files',
  },
  maxPublicBody: {
    flag: '--max-public-body',
    variable: 'OCTAVO_MAX_PUBLIC_BODY',
    value: 'bytes',
    fallback: '64K',
    help: 'longest request body, without files, of anybody who shows no valid token',
  },
  maxConnections: {
    flag: '--max-connections',
    variable: 'OCTAVO_MAX_CONNECTIONS',
    value: 'number',
    fallback: '20000',
    help: 'most connections at a time',
  },
  maxAddressConnections: {
    flag: '--max-address-connections',
    variable: 'OCTAVO_MAX_ADDRESS_CONNECTIONS',
    value: 'number',
    fallback: '1000',
    help: 'most connections at a time from one address, or one /64 of IPv6; this machine and trusted proxies are not counted',
  },
  maxProjectRequests: {
    flag: '--max-project-requests',
    variable: 'OCTAVO_MAX_PROJECT_REQUESTS',
    value: 'number',
    fallback: '96',
    help: 'most requests of one project that are handled at a time; one caller gets three quarters of them',
  },
  maxProjectWaiting: {
    flag: '--max-project-waiting',
    variable: 'OCTAVO_MAX_PROJECT_WAITING',
    value: 'number',
    fallback: '128',
    help: 'most requests of one project that wait; further ones are answered 503 at once',
  },
  maxOpenProjects: {
    flag: '--max-open-projects',
    variable: 'OCTAVO_MAX_OPEN_PROJECTS',
    value: 'number',
    fallback: '200',
    help: 'most projects kept open while nobody uses them; fewer where the process may open few files',
  },
  allowHosts: {
    flag: '--allow-hosts',
    variable: 'OCTAVO_ALLOW_HOSTS',
    value: 'list',
    fallback: '',
    help: 'hosts, or host:port, with commas, that may be read from although they are not public',
  },
  adminApp: {
    flag: '--admin-app',
    variable: 'OCTAVO_ADMIN_APP',
    value: 'folder',
    fallback: '',
    help: 'your copy of the admin app of Directus 8, to be served at /admin/',
  },
  studio: {
    flag: '--no-studio',
    variable: 'OCTAVO_STUDIO',
    value: '',
    fallback: 'on',
    help: 'do not serve Studio at /studio/; the variable is on or off',
  },
  watchExtensions: {
    flag: '--watch-extensions',
    variable: 'OCTAVO_DEV_EXTENSIONS',
    value: '0 or 1',
    fallback: '0',
    help: '1 reloads hooks and endpoints when their files change: for writing them',
  },
  responseCache: {
    flag: '--response-cache',
    variable: 'OCTAVO_RESPONSE_CACHE',
    value: 'bytes',
    fallback: '32M',
    help: 'memory for answers that are sent again while nothing was written; 0 for none',
  },
} as const satisfies Record<keyof ServerOptions, OptionEntry>;

const LEVELS: ReadonlySet<string> = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);

/** The text of an option, and the flag or the variable that it comes from, for messages. */
interface Given {
  readonly text: string;
  readonly from: string;
}

/**
 * Parses options given as texts: flags take precedence over variables, and variables over defaults. A variable that is
 * empty counts as not set. Throws {@link ConfigError}.
 */
export function readOptions(
  flags: Readonly<Partial<Record<keyof ServerOptions, string>>>,
  environment: NodeJS.ProcessEnv,
): ServerOptions {
  const given = (name: keyof ServerOptions): Given => {
    const { flag, variable, fallback } = optionTable[name];
    const inherited = environment[variable] || undefined;
    const isInherited = flags[name] === undefined && inherited !== undefined;
    return { text: flags[name] ?? inherited ?? fallback, from: isInherited ? variable : flag };
  };
  return {
    host: toHost(given('host')),
    port: toPort(given('port')),
    data: toFolder(given('data')),
    superAdminToken: given('superAdminToken').text || null,
    publicUrl: toUrl(given('publicUrl')),
    trustProxy: toProxies(given('trustProxy')),
    redisUrl: toRedisUrl(given('redisUrl')),
    logLevel: toLevel(given('logLevel')),
    drain: toSeconds(given('drain')),
    maxUpload: toBytes(given('maxUpload'), MAX_FILE_BYTES),
    maxBody: toBytes(given('maxBody'), MAX_BODY_BYTES),
    maxPublicBody: toBytes(given('maxPublicBody'), MAX_BODY_BYTES),
    maxConnections: toCount(given('maxConnections')),
    maxAddressConnections: toCount(given('maxAddressConnections')),
    maxProjectRequests: toCount(given('maxProjectRequests')),
    maxProjectWaiting: toCount(given('maxProjectWaiting')),
    maxOpenProjects: toCount(given('maxOpenProjects')),
    allowHosts: toHosts(given('allowHosts')),
    adminApp: toAppFolder(given('adminApp')),
    studio: toStudio(given('studio')),
    watchExtensions: toSwitch(given('watchExtensions')),
    responseCache: given('responseCache').text === '0' ? 0 : toBytes(given('responseCache'), MAX_BODY_BYTES),
  };
}

/** Warnings about variables that are named like those of options but are none. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known: readonly string[] = Object.values(optionTable).map(({ variable }) => variable);
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  const shortened = known.map(withoutPrefix);
  return unknown.map((name) => {
    const meant = nearest(withoutPrefix(name), shortened);
    const advice = meant === undefined ? '' : ` Did you mean "${PREFIX}${meant}"?`;
    return `The environment variable ${name.slice(0, 60)} has no effect.${advice}`;
  });
}

const PREFIX = 'OCTAVO_';

const withoutPrefix = (name: string): string => name.slice(PREFIX.length);

function toHost({ text, from }: Given): string {
  if (/^[A-Za-z0-9.:_-]+$/.test(text)) return text;
  throw new ConfigError(`${from} must be an address or a host name, not "${text}"`);
}

function toFolder({ text, from }: Given): string {
  if (text === '') throw new ConfigError(`${from} must name a folder`);
  return resolve(text);
}

function toLevel({ text, from }: Given): string {
  if (LEVELS.has(text)) return text;
  throw new ConfigError(`${from} must be one of ${[...LEVELS].join(', ')}, not "${text}"`);
}

function toHosts({ text }: Given): string[] {
  return text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
}

function toSwitch({ text, from }: Given): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new ConfigError(`${from} must be 0 or 1, not "${text}"`);
}

function toStudio({ text }: Given): string | null {
  if (text === 'on') return join(packageFolder(), 'studio');
  if (text === 'off') return null;
  throw new ConfigError(`${optionTable.studio.variable} must be on or off, not "${text}"`);
}

function toAppFolder({ text, from }: Given): string | null {
  if (text === '') return null;
  const folder = resolve(text);
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new ConfigError(`${from} must be a folder with an index.html, not "${text}"`);
}

function toPort({ text, from }: Given): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new ConfigError(`${from} must be a number from 0 to 65535, not "${text}"`);
  return port;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };
/** The range of the file size column. */
const MAX_FILE_BYTES = 4_294_967_295;

/** A body of this size fits into memory several times. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

function toBytes({ text, from }: Given, most: number): number {
  const [, digits = '', unit = ''] = /^(\d{1,10})([KMG]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS[unit.toUpperCase()] ?? 0);
  if (digits !== '' && bytes >= 1 && bytes <= most) return bytes;
  const bound = most === MAX_FILE_BYTES ? 'below 4G' : 'up to 256M';
  throw new ConfigError(`${from} must be a number of bytes ${bound}, like 10M, not "${text}"`);
}

function toCount({ text, from }: Given): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new ConfigError(`${from} must be a number from 1 to 9999999, not "${text}"`);
}

function toSeconds({ text, from }: Given): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new ConfigError(`${from} must be a number of seconds from 0 to 999, not "${text}"`);
}

function toUrl({ text, from }: Given): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || `${url.username}${url.search}${url.hash}` !== '')
    throw new ConfigError(`${from} must be an http or https address without account, query or fragment, not "${text}"`);
  return withoutEnding(text, '/');
}

function toProxies({ text, from }: Given): string[] {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  const wrong = entries.find((entry) => !(ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry)));
  if (wrong !== undefined)
    throw new ConfigError(`${from} must list addresses and networks such as 10.0.0.0/8, not "${wrong}"`);
  return entries;
}

function toRedisUrl({ text, from }: Given): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^rediss?:$/.test(url.protocol)) throw new ConfigError(`${from} must be a redis or rediss address`);
  return text;
}
