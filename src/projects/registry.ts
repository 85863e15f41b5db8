import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isEmbedded } from '../config/embedded.ts';
import type { DatabaseConfig, ProjectConfig } from '../config/project-config.ts';
import type { ProjectFiles } from '../config/project-files.ts';
import { configWarnings } from '../config/warnings.ts';
import type { DatabaseAddress } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Surroundings } from '../persistence/store.ts';
import { settleAllSoon } from '../services/files/settle-soon.ts';
import { Mutex } from '../shared/mutex.ts';
import { type StorageConfig, storageConfigOf } from '../storage/config.ts';
import { ConfigCache } from './config-cache.ts';
import { refuseKeptFolders } from './free-storage.ts';
import { Project } from './project.ts';
import { limitsOf, serverAddress } from './server-address.ts';

/** Longer than any request takes. */
const RETIRE_MS = 60_000;

/** The projects of a server: all of their configurations, and open databases for those in use. */
export class ProjectRegistry {
  readonly #folder: string;
  readonly #backups: string;
  readonly #configs: ConfigCache;
  readonly #data: string;
  readonly #surroundings: Surroundings;
  readonly #open = new Map<string, Promise<Project>>();
  /** Open projects that requests may use without waiting. */
  readonly #ready = new Map<string, Project>();
  /** Projects with an outdated configuration that requests may still be using. */
  readonly #retired = new Set<Promise<Project>>();
  /** Open projects that no request uses; they are closed when the visit ends. */
  readonly #temporary = new Set<string>();
  readonly #exclusive = new Mutex();

  /** `data` is the folder of embedded databases and backups. */
  constructor(files: ProjectFiles, data: string, surroundings: Surroundings) {
    this.#data = data;
    this.#surroundings = surroundings;
    this.#folder = join(data, 'databases');
    this.#backups = join(data, 'backups');
    const { log } = surroundings;
    this.#configs = new ConfigCache(files, (config) => {
      for (const warning of configWarnings(config)) log.warn({ project: config.project }, warning);
    });
  }

  /** Keys of the projects that are not private, in alphabetical order. */
  publicKeys(): string[] {
    this.#refresh();
    return this.#configs
      .values()
      .flatMap(({ project, private: hidden }) => (hidden ? [] : [project]))
      .sort();
  }

  /** Keys of all projects, in alphabetical order. */
  allKeys(): string[] {
    this.#refresh();
    return this.#configs
      .values()
      .map(({ project }) => project)
      .sort();
  }

  /** The configurations of all projects, ordered by key. */
  configs(): ProjectConfig[] {
    return [...this.#configs.values()].sort((a, b) => (a.project < b.project ? -1 : 1));
  }

  get isEmpty(): boolean {
    this.#refresh();
    return this.#configs.size === 0;
  }

  configOf(key: string): ProjectConfig | undefined {
    this.#refresh();
    return this.#configs.get(key);
  }

  /** Projects that use this database. */
  usersOf(database: DatabaseConfig): ProjectConfig[] {
    const same = (other: DatabaseConfig): boolean =>
      other.type === database.type &&
      other.name === database.name &&
      other.host === database.host &&
      other.port === database.port &&
      other.socket === database.socket;
    return this.#configs.values().filter((config) => same(config.database));
  }

  /** The project with a key, opened on first use; undefined if there is none. Error 11. */
  find(key: string): Promise<Project | undefined> {
    this.#temporary.delete(key);
    return this.#opened(key);
  }

  /** Whether {@link find} would return this very project now. */
  isCurrent(project: Project): boolean {
    this.#refresh();
    return this.#ready.get(project.project) === project && !project.database.isGone?.();
  }

  isOpen(key: string): boolean {
    return this.#open.has(key);
  }

  /**
   * Opens a project temporarily, and closes it again unless a request uses it by then. Returns false and does nothing
   * if the project is already open or does not exist. Error 11.
   */
  async visit(key: string, work: (project: Project) => Promise<void>): Promise<boolean> {
    if (this.isOpen(key)) return false;
    this.#temporary.add(key);
    try {
      const project = await this.#opened(key);
      if (project) await work(project);
      return project !== undefined;
    } finally {
      if (this.#temporary.delete(key)) await this.close(key);
    }
  }

  async #opened(key: string): Promise<Project | undefined> {
    const config = this.configOf(key);
    if (!config) return undefined;
    const opening = this.#open.get(key) ?? this.#openProject(config);
    this.#open.set(key, opening);
    try {
      const project = await opening;
      if (!project.database.isGone?.()) {
        if (this.#open.get(key) === opening) this.#ready.set(key, project);
        return project;
      }
      if (this.#open.get(key) === opening) this.#retire(key);
      return await this.#opened(key);
    } catch (error) {
      if (this.#open.get(key) === opening) this.#open.delete(key);
      throw Object.assign(new ApiError('databaseUnavailable'), { cause: error });
    }
  }

  /** Runs `work` exclusively: one creation or removal of projects at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#exclusive.run(() => {
      this.#refresh(true);
      return work();
    });
  }

  /** Adds a project; an open one with the same key is closed first. */
  async add(config: ProjectConfig): Promise<void> {
    const before = this.#configs.get(config.project);
    await this.close(config.project);
    if (before && before.private !== config.private) this.#configs.remove(before);
    this.#configs.write(config);
  }

  /** Removes a project and its file, so that no request reaches it any more. */
  async remove(config: ProjectConfig): Promise<void> {
    this.#configs.remove(config);
    await this.close(config.project);
  }

  async close(key: string): Promise<void> {
    const opening = this.#open.get(key);
    this.#open.delete(key);
    this.#ready.delete(key);
    const project = await opening?.catch(() => undefined);
    await project?.close();
  }

  async closeAll(): Promise<void> {
    const open = [...this.#open.keys()].map((key) => this.close(key));
    await Promise.allSettled([...open, ...[...this.#retired].map((opening) => this.#end(opening))]);
  }

  /** Projects changed or removed by other processes are reopened on next use. */
  #refresh(force = false): void {
    for (const key of this.#configs.refresh(force)) this.#retire(key);
  }

  /** Requests in progress are answered before the database is closed. */
  #retire(key: string): void {
    const opening = this.#open.get(key);
    if (!opening) return;
    this.#open.delete(key);
    this.#ready.delete(key);
    this.#retired.add(opening);
    setTimeout(() => void this.#end(opening), RETIRE_MS).unref();
  }

  async #end(opening: Promise<Project>): Promise<void> {
    if (!this.#retired.delete(opening)) return;
    const project = await opening.catch(() => undefined);
    await project?.close();
  }

  /** The address of the database of a configuration. */
  addressOf(config: DatabaseConfig): DatabaseAddress {
    const { type, name } = config;
    return isEmbedded(type)
      ? { name, file: this.#fileOf(name), limits: limitsOf(config) }
      : serverAddress(config, dirname(this.#folder));
  }

  /** Where the files of a configuration are stored. */
  storageConfigOf(config: ProjectConfig): StorageConfig {
    return storageConfigOf(config, this.#data);
  }

  /** The file for a backup of what is about to be overwritten. */
  backupFileOf(project: string): string {
    return join(this.#backups, `${project}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.ndjson`);
  }

  /** Deletes the files of a closed project, if they are in the folder that the server assigned. */
  deleteUploads({ project }: ProjectConfig): void {
    rmSync(join(this.#data, 'uploads', project), { recursive: true, force: true });
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.db`);
  }

  async #openProject(config: ProjectConfig): Promise<Project> {
    const storageConfig = this.storageConfigOf(config);
    refuseKeptFolders(storageConfig, this.#data);
    const dialect = await dialectOf(config.database.type);
    const database = await dialect.openExisting(this.addressOf(config.database));
    const parts = { storageConfig, surroundings: this.#surroundings };
    const project = await Project.load(config, dialect, database, parts).catch(async (error: unknown) => {
      await database.close().catch(() => {});
      throw error;
    });
    // An unreachable storage must not keep callers from the rest of the project.
    await settleAllSoon(project);
    return project;
  }
}
