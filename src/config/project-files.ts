import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../shared/is-record.ts';
import { ConfigError } from './config-error.ts';
import { readDatabaseOptions } from './database-options.ts';
import { isEmbedded, isEmbeddedName } from './embedded.ts';
import type { DatabaseConfig, ProjectConfig } from './project-config.ts';

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

/** Whether a text can be the key of a project: it stands in paths, file names and cookies. */
export function isProjectKey(text: string): boolean {
  return KEY.test(text) && !RESERVED.has(text.toLowerCase()) && !text.startsWith('_');
}

/** The configuration files of all projects, in one folder. */
export class ProjectFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads every file. Throws {@link ConfigError} naming the first that cannot be used. */
  readAll(): ProjectConfig[] {
    if (!existsSync(this.#folder)) return [];
    const names = this.#names().filter(
      (name) => name.endsWith('.json') && !name.startsWith('_') && !name.startsWith('.'),
    );
    return names.sort().map((name) => this.#read(name));
  }

  /** Writes a project's file, readable by the server's account alone, as a whole or not at all. */
  write(config: ProjectConfig): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, fileName(config));
    const { sections, private: _private, ...rest } = config;
    writeFileSync(`${file}.new`, `${JSON.stringify({ ...rest, ...sections }, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  remove(config: ProjectConfig): void {
    rmSync(join(this.#folder, fileName(config)), { force: true });
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      throw new ConfigError(
        `${this.#folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #read(name: string): ProjectConfig {
    const file = join(this.#folder, name);
    const isPrivate = name.startsWith('private.');
    const key = name.slice(isPrivate ? 'private.'.length : 0, -'.json'.length);
    try {
      return toConfig(parse(readFileSync(file, 'utf8')), key, isPrivate);
    } catch (error) {
      throw new ConfigError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function fileName({ project, private: isPrivate }: ProjectConfig): string {
  return `${isPrivate ? 'private.' : ''}${project}.json`;
}

/** The parser's own words would quote the file, and files hold secrets. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length;
    throw new Error(`is not valid JSON${line === null ? '' : ` (line ${line})`}`);
  }
}

function toConfig(content: unknown, key: string, isPrivate: boolean): ProjectConfig {
  if (!isRecord(content)) throw new Error('is not a JSON object');
  const { project, database, auth, ...sections } = content;
  if (!isProjectKey(key)) throw new Error(`"${key}" cannot be a project key`);
  if (project !== undefined && project !== key)
    throw new Error(`"project" is "${String(project)}", but the file is named after "${key}"`);
  if (!isRecord(auth) || typeof auth.secret !== 'string' || typeof auth.public !== 'string')
    throw new Error('"auth" must hold the texts "secret" and "public"');
  return {
    project: key,
    private: isPrivate,
    database: toDatabase(database),
    auth: { ...auth, secret: auth.secret, public: auth.public },
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
