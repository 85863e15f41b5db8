import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../shared/is-record.ts';
import { messageOf } from '../shared/message-of.ts';
import { asText } from '../shared/text.ts';
import { createAtomically, writeAtomically } from '../shared/write-atomically.ts';
import { ConfigError } from './config-error.ts';
import { readDatabaseOptions } from './database-options.ts';
import { isEmbedded, isEmbeddedName } from './embedded.ts';
import type { DatabaseConfig, ProjectConfig } from './project-config.ts';
import { toSuspension } from './suspension.ts';

const KEY = /^[A-Za-z0-9_-]{1,64}$/;
const ENGINES: ReadonlySet<unknown> = new Set(['sqlite', 'mysql', 'postgres']);
const RESERVED: ReadonlySet<string> = new Set([
  'server',
  'interfaces',
  'layouts',
  'modules',
  'types',
  'projects',
  'admin',
  'extensions',
  'uploads',
  'private',
]);

/** The key of a Directus 8 with one project, unless its owner chose another. */
const DEFAULT = '_';

/** Whether a text is a valid project key: it is used in paths, file names and cookies. (Contract, V-40.) */
export function isProjectKey(text: string): boolean {
  return KEY.test(text) && !RESERVED.has(text.toLowerCase()) && (text === DEFAULT || !text.startsWith('_'));
}

/** Keys whose paths the server uses itself. Existing projects with these keys keep working. */
const TAKEN: ReadonlySet<string> = new Set(['studio']);

/** Whether a text is a valid key for a new project. */
export function isNewProjectKey(text: string): boolean {
  return isProjectKey(text) && !TAKEN.has(text.toLowerCase());
}

/** The configuration files of all projects, in one folder. */
export class ProjectFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The files by name, each with a stamp that changes when the file does. Throws {@link ConfigError}. */
  stamps(): Map<string, string> {
    const names = this.#names().filter((name) => name.endsWith('.json') && !isSetAside(name));
    const stamped = names.sort().map((name) => [name, stampOf(join(this.#folder, name))] as const);
    return new Map(stamped.filter(([, stamp]) => stamp !== ''));
  }

  /** Atomically writes a project's file, readable only by the server's account; returns its name. */
  write(config: ProjectConfig): string {
    writeAtomically(this.#pathFor(config), textOf(config));
    return fileName(config);
  }

  /** Does the same for a new project; null, and nothing is written, if another process has been faster. */
  create(config: ProjectConfig): string | null {
    const path = this.#pathFor(config);
    return !this.has(config.project) && createAtomically(path, textOf(config)) ? fileName(config) : null;
  }

  /** Removes a project's file; returns its name. */
  remove(config: ProjectConfig): string {
    rmSync(join(this.#folder, fileName(config)), { force: true });
    return fileName(config);
  }

  #pathFor(config: ProjectConfig): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    return join(this.#folder, fileName(config));
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw new ConfigError(`${this.#folder} cannot be read: ${messageOf(error)}`);
    }
  }

  /** Whether there is a file of a project, public or private. */
  has(key: string): boolean {
    return ['', 'private.'].some((prefix) => existsSync(join(this.#folder, `${prefix}${key}.json`)));
  }

  /** Reads one file. Throws {@link ConfigError} when it cannot be used. */
  read(name: string): ProjectConfig {
    const file = join(this.#folder, name);
    const isPrivate = name.startsWith('private.');
    const key = name.slice(isPrivate ? 'private.'.length : 0, -'.json'.length);
    try {
      return toConfig(parse(readFileSync(file, 'utf8')), key, isPrivate);
    } catch (error) {
      throw new ConfigError(`${file}: ${messageOf(error)}`);
    }
  }
}

/** Names of this kind are for examples and files of editors. */
const isSetAside = (name: string): boolean => /^[_.]/.test(name) && name !== `${DEFAULT}.json`;

/** Empty for a file that was just removed. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
}

function textOf({ sections, private: _, ...rest }: ProjectConfig): string {
  return `${JSON.stringify({ ...rest, ...sections }, null, 2)}\n`;
}

function fileName({ project, private: isPrivate }: ProjectConfig): string {
  return `${isPrivate ? 'private.' : ''}${project}.json`;
}

/** The parser's message would quote the file, which holds secrets. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /at position (\d+)/.exec(messageOf(error))?.[1];
    const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length;
    throw new Error(`is not valid JSON${line === null ? '' : ` (line ${line})`}`);
  }
}

function toConfig(content: unknown, key: string, isPrivate: boolean): ProjectConfig {
  if (!isRecord(content)) throw new Error('is not a JSON object');
  const { project, database, auth, suspended, ...sections } = content;
  if (!isProjectKey(key)) throw new Error(`"${key}" cannot be a project key`);
  if (project !== undefined && project !== key)
    throw new Error(`"project" is "${asText(project)}", but the file is named after "${key}"`);
  if (!isRecord(auth) || typeof auth.secret !== 'string' || typeof auth.public !== 'string')
    throw new Error('"auth" must hold the texts "secret" and "public"');
  return {
    project: key,
    private: isPrivate,
    database: toDatabase(database),
    auth: { ...auth, secret: auth.secret, public: auth.public },
    ...toSuspension(suspended),
    sections,
  };
}

function toDatabase(database: unknown): DatabaseConfig {
  if (!isRecord(database) || !ENGINES.has(database.type))
    throw new Error('"database.type" must be sqlite, mysql or postgres');
  if (typeof database.name !== 'string' || database.name === '') throw new Error('"database.name" must be a text');
  if (isEmbedded(database.type) && !isEmbeddedName(database.name))
    throw new Error('"database.name" of an embedded database is a name of letters, digits, _ and -');
  const options = readDatabaseOptions(database, '', (name, expected) => {
    throw new Error(`"database.${name}" must be ${expected}`);
  });
  return { ...(database as unknown as DatabaseConfig), ...options };
}
