import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isEmbedded } from '../config/embedded.ts';
import type { DatabaseConfig, ProjectConfig } from '../config/project-config.ts';
import type { ProjectFiles } from '../config/project-files.ts';
import type { DatabaseAddress } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import { settleAll } from '../services/files/pending.ts';
import type { Surroundings } from '../services/store.ts';
import { Mutex } from '../shared/mutex.ts';
import { storageConfigOf } from '../storage/config.ts';
import { Project } from './project.ts';

/** The projects of a server: all by their configuration, those in use with an open database. */
export class ProjectRegistry {
  readonly #files: ProjectFiles;
  readonly #folder: string;
  readonly #backups: string;
  readonly #data: string;
  readonly #surroundings: Surroundings;
  readonly #configs: Map<string, ProjectConfig>;
  readonly #open = new Map<string, Promise<Project>>();
  readonly #turn = new Mutex();

  /** `data` is the folder of embedded databases and backups. */
  constructor(files: ProjectFiles, data: string, surroundings: Surroundings) {
    this.#files = files;
    this.#data = data;
    this.#surroundings = surroundings;
    this.#folder = join(data, 'databases');
    this.#backups = join(data, 'backups');
    this.#configs = new Map(files.readAll().map((config) => [config.project, config]));
  }

  /** Keys of the projects that are not private, in alphabetical order. */
  publicKeys(): string[] {
    return [...this.#configs.values()].flatMap(({ project, private: hidden }) => (hidden ? [] : [project])).sort();
  }

  /** Keys of all projects, in alphabetical order. */
  allKeys(): string[] {
    return [...this.#configs.keys()].sort();
  }

  get isEmpty(): boolean {
    return this.#configs.size === 0;
  }

  configOf(key: string): ProjectConfig | undefined {
    return this.#configs.get(key);
  }

  /** Projects whose data lies in this database. */
  usersOf(database: DatabaseConfig): ProjectConfig[] {
    const same = (other: DatabaseConfig): boolean =>
      other.type === database.type &&
      other.name === database.name &&
      other.host === database.host &&
      other.port === database.port &&
      other.socket === database.socket;
    return [...this.#configs.values()].filter((config) => same(config.database));
  }

  /** The project of a key, opened when it is first asked for; undefined when there is none. Error 11. */
  async find(key: string): Promise<Project | undefined> {
    const config = this.#configs.get(key);
    if (!config) return undefined;
    const opening = this.#open.get(key) ?? this.#openProject(config);
    this.#open.set(key, opening);
    try {
      return await opening;
    } catch {
      this.#open.delete(key);
      throw new ApiError('databaseUnavailable');
    }
  }

  /** Runs `work` alone among the creations and removals of projects. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#turn.run(work);
  }

  /** Makes a project known; one that is open under its key is closed first. */
  async add(config: ProjectConfig): Promise<void> {
    const before = this.#configs.get(config.project);
    await this.close(config.project);
    if (before && before.private !== config.private) this.#files.remove(before);
    this.#files.write(config);
    this.#configs.set(config.project, config);
  }

  /** Forgets a project and removes its file, so that no request reaches it any more. */
  async remove(config: ProjectConfig): Promise<void> {
    this.#configs.delete(config.project);
    this.#files.remove(config);
    await this.close(config.project);
  }

  async close(key: string): Promise<void> {
    const opening = this.#open.get(key);
    this.#open.delete(key);
    const project = await opening?.catch(() => undefined);
    await project?.close();
  }

  async closeAll(): Promise<void> {
    for (const key of [...this.#open.keys()]) await this.close(key);
  }

  /** How to reach the database of a configuration. */
  addressOf({ type, name, ...server }: DatabaseConfig): DatabaseAddress {
    return isEmbedded(type) ? { name, file: this.#fileOf(name) } : { name, ...server };
  }

  /** A file for what is about to be overwritten of a project. */
  backupFileOf(project: string): string {
    return join(this.#backups, `${project}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.ndjson`);
  }

  /** Deletes the file of an embedded database that is closed. */
  deleteFile({ name }: DatabaseConfig): void {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#fileOf(name)}${ending}`, { force: true });
  }

  /** Deletes the files of a project that is closed, where they lie in the folder that the server gave it. */
  deleteUploads({ project }: ProjectConfig): void {
    rmSync(join(this.#data, 'uploads', project), { recursive: true, force: true });
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.db`);
  }

  async #openProject(config: ProjectConfig): Promise<Project> {
    const dialect = await dialectOf(config.database.type);
    const project = await Project.load(config, dialect, await dialect.open(this.addressOf(config.database)), {
      storageConfig: storageConfigOf(config, this.#data),
      surroundings: this.#surroundings,
    });
    // A storage that is out of reach must not keep the rest of the project from its callers.
    await settleAll(project).catch(() => {});
    return project;
  }
}
