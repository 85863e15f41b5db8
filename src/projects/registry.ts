import type { DatabaseConfig, ProjectConfig, Suspension } from '../config/project-config.ts';
import type { ProjectFiles } from '../config/project-files.ts';
import { configWarnings } from '../config/warnings.ts';
import type { DatabaseAddress } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Surroundings } from '../persistence/surroundings.ts';
import { settleAllSoon } from '../services/files/settle-soon.ts';
import { accountOf } from '../shared/loop-time.ts';
import { Mutex } from '../shared/mutex.ts';
import { ConfigCache } from './config-cache.ts';
import type { Presence } from './fleet/presence.ts';
import { refuseKeptFolders } from './free-storage.ts';
import { Locations } from './locations.ts';
import { type Keeping, OpenProjects } from './open-projects.ts';
import { Openings } from './openings.ts';
import { Project } from './project.ts';
import { isSameDatabase } from './same-database.ts';
import { UnfinishedFiles } from './unfinished/unfinished-files.ts';

function refuseSuspended(config: ProjectConfig | undefined): void {
  if (config?.suspended) throw new ApiError(config.suspended.by === 'move' ? 'projectMoving' : 'projectSuspended');
}

const isSuspended = (error: unknown): boolean =>
  error instanceof ApiError && (error.entry === 'projectSuspended' || error.entry === 'projectMoving');

/** The projects of a server: all of their configurations, and open databases for those in use. */
export class ProjectRegistry {
  /** The projects that are being made. */
  readonly unfinished: UnfinishedFiles;
  /** Where the projects keep what they own. */
  readonly locations: Locations;
  readonly #configs: ConfigCache;
  readonly #data: string;
  readonly #surroundings: Surroundings;
  readonly #open = new OpenProjects((config) => this.#openProject(config));
  /** Projects that are being created. */
  readonly #reserved = new Set<{ readonly config: ProjectConfig }>();
  readonly #exclusive = new Mutex();
  readonly #openings = new Openings();

  /** `data` is the folder of embedded databases and backups. */
  constructor(files: ProjectFiles, data: string, surroundings: Surroundings, presence: Presence) {
    this.unfinished = new UnfinishedFiles(data, presence);
    this.#data = data;
    this.#surroundings = surroundings;
    this.locations = new Locations(data);
    const { log } = surroundings;
    this.#configs = new ConfigCache(files, {
      read: (config) => {
        for (const warning of configWarnings(config)) log.warn({ project: config.project }, warning);
      },
      unusable: (problem) =>
        log.warn({}, `${problem}. What was read from this file before applies until it is corrected.`),
    });
  }

  /** Closes unused projects from now on, the least recently used first, so that only a limited number is open. */
  keep(keeping: Keeping): void {
    this.#open.keep(keeping);
  }

  /** Keys of the projects that are neither private nor about to be removed, in alphabetical order. */
  publicKeys(): string[] {
    this.#refresh();
    return this.#configs
      .values()
      .flatMap(({ project, private: hidden, suspended }) => (hidden || suspended?.remove_on ? [] : [project]))
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
    const reserved = [...this.#reserved].map(({ config }) => config);
    return [...this.#configs.values(), ...reserved].filter((config) => isSameDatabase(config.database, database));
  }

  /**
   * Reserves the key and the database of a project that is being created, until the returned function is called. Must
   * be called exclusively.
   */
  reserve(config: ProjectConfig): () => void {
    const entry = { config };
    this.#reserved.add(entry);
    return () => this.#reserved.delete(entry);
  }

  /** Whether a project with this key is being created. */
  isReserved(key: string): boolean {
    return [...this.#reserved].some(({ config }) => config.project === key);
  }

  /** The project with a key, opened on first use; undefined if there is none. Error 11. */
  find(key: string): Promise<Project | undefined> {
    this.#open.requested(key);
    return this.#opened(key);
  }

  /** Whether {@link find} would return this project object now; counts as a use of the project. */
  isCurrent(project: Project): boolean {
    this.#refresh();
    return this.#open.isCurrent(project);
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
    return this.#open.visit(key, async () => {
      const project = await this.#opened(key);
      if (project) await work(project);
      return project !== undefined;
    });
  }

  async #opened(key: string): Promise<Project | undefined> {
    const config = this.configOf(key);
    if (!config) return undefined;
    refuseSuspended(config);
    try {
      const project = await this.#open.get(config);
      refuseSuspended(this.#configs.get(key));
      return project ?? (await this.#opened(key));
    } catch (error) {
      if (isSuspended(error)) throw error;
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

  /** Adds a project with a new key. Error 18 if another process has just added one. */
  async add(config: ProjectConfig): Promise<void> {
    const { project } = config;
    if (this.#configs.create(config)) return this.#noteUnopened(config);
    this.#refresh(true);
    throw new ApiError('projectExists', { project });
  }

  /** Adds a project in the place of one with the same key, if there is one, which is closed first. */
  async replace(config: ProjectConfig): Promise<void> {
    const before = this.#configs.get(config.project);
    await this.close(config.project);
    if (before && before.private !== config.private) this.#configs.remove(before);
    this.rewrite(config);
  }

  /** Suspends a project: ends its background work and, after some seconds at most, its requests, and closes it. */
  async suspend(config: ProjectConfig, suspended: Suspension): Promise<void> {
    this.#configs.write({ ...config, suspended });
    await this.#open.rest(config.project);
  }

  /** Writes the configuration of a project that is not in use. */
  rewrite(config: ProjectConfig): void {
    this.#configs.write(config);
    this.#noteUnopened(config);
  }

  #noteUnopened({ project, suspended }: ProjectConfig): void {
    if (!suspended) this.#open.noteUnopened(project);
  }

  /** Removes a project and its configuration file, so that requests no longer reach it. */
  async remove(config: ProjectConfig): Promise<void> {
    this.#configs.remove(config);
    await this.close(config.project);
  }

  close(key: string): Promise<void> {
    return this.#open.close(key);
  }

  closeAll(): Promise<void> {
    return this.#open.closeAll();
  }

  /** Projects added, changed or removed by other processes are reopened on next use, or when their work is due. */
  #refresh(force = false): void {
    for (const key of this.#configs.refresh(force)) {
      if (this.#configs.get(key)?.suspended) void this.#open.rest(key);
      else void this.#open.retire(key).then(() => this.#open.noteUnopened(key));
    }
  }

  async #openProject(config: ProjectConfig): Promise<Project> {
    const address = { ...this.locations.addressOf(config.database), account: accountOf(config.project) };
    const project = await this.#openings.run(config.project, address, () => this.#loadProject(config, address));
    // An unreachable storage must not keep callers from the rest of the project.
    await settleAllSoon(project);
    return project;
  }

  async #loadProject(config: ProjectConfig, address: DatabaseAddress): Promise<Project> {
    await this.#open.makeRoom();
    const storageConfig = this.locations.storageConfigOf(config);
    refuseKeptFolders(storageConfig, this.#data);
    const dialect = await dialectOf(config.database.type);
    const database = await dialect.openExisting(address);
    const backups = this.locations.backupFolderOf(config.project);
    const parts = { storageConfig, surroundings: this.#surroundings, address, backups };
    return Project.load(config, dialect, database, parts).catch(async (error: unknown) => {
      await database.close().catch(() => {});
      throw error;
    });
  }
}
