import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isEmbedded } from '../config/embedded.ts';
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
import { within } from '../shared/within.ts';
import { type StorageConfig, storageConfigOf } from '../storage/config.ts';
import { backupFiles, removeBackupFiles } from './backup-files.ts';
import { ConfigCache } from './config-cache.ts';
import type { Presence } from './fleet/presence.ts';
import { refuseKeptFolders } from './free-storage.ts';
import { Openings } from './openings.ts';
import { Project } from './project.ts';
import { isSameDatabase } from './same-database.ts';
import { limitsOf, serverAddress } from './server-address.ts';
import { UnfinishedFiles } from './unfinished/unfinished-files.ts';

/** How long a retired project may stay open; longer than any request takes. */
const RETIRE_MS = 60_000;

/** How long the requests of a project may take to end once it is suspended. */
const DRAIN_MS = 10_000;

/** The number of most recently used projects that are never closed, because their callers are about to use them. */
const RECENT = 8;

/** How to treat unused projects. */
interface Keeping {
  /** How many projects are kept open. */
  readonly most: number;
  /**
   * Called when a project that may have work to do is not open: with the time when its next job or delivery is due, if
   * there is any, and with 0 if that is not known.
   */
  readonly closed: (key: string, due: number | null) => void;
}

function refuseSuspended(config: ProjectConfig | undefined): void {
  if (config?.suspended) throw new ApiError(config.suspended.by === 'move' ? 'projectMoving' : 'projectSuspended');
}

const isSuspended = (error: unknown): boolean =>
  error instanceof ApiError && (error.entry === 'projectSuspended' || error.entry === 'projectMoving');

/** The projects of a server: all of their configurations, and open databases for those in use. */
export class ProjectRegistry {
  /** The projects that are being made. */
  readonly unfinished: UnfinishedFiles;
  readonly #folder: string;
  readonly #backups: string;
  readonly #configs: ConfigCache;
  readonly #data: string;
  readonly #surroundings: Surroundings;
  readonly #open = new Map<string, Promise<Project>>();
  /** Projects with an outdated configuration that requests may still be using. */
  readonly #retired = new Set<Promise<Project>>();
  /** Projects that a visit has opened and no request has used; they are closed when the visit ends. */
  readonly #temporary = new Set<string>();
  /** Projects that are being created. */
  readonly #reserved = new Set<{ readonly config: ProjectConfig }>();
  readonly #exclusive = new Mutex();
  /** Open projects, the most recently used last. */
  readonly #loaded = new Map<string, Project>();
  /** The last of {@link #loaded}. */
  #latest: Project | undefined;
  readonly #openings = new Openings();
  readonly #closing = new Set<Promise<void>>();
  #keeping: Keeping = { most: Number.POSITIVE_INFINITY, closed: () => {} };

  /** `data` is the folder of embedded databases and backups. */
  constructor(files: ProjectFiles, data: string, surroundings: Surroundings, presence: Presence) {
    this.unfinished = new UnfinishedFiles(data, presence);
    this.#data = data;
    this.#surroundings = surroundings;
    this.#folder = join(data, 'databases');
    this.#backups = join(data, 'backups');
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
    this.#keeping = keeping;
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
    this.#temporary.delete(key);
    return this.#opened(key);
  }

  /** Whether {@link find} would return this project object now; counts as a use of the project. */
  isCurrent(project: Project): boolean {
    this.#refresh();
    const key = project.project;
    if (this.#loaded.get(key) !== project || project.database.isGone?.()) return false;
    this.#use(key, project);
    return true;
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
    refuseSuspended(config);
    const opening = this.#open.get(key) ?? this.#openProject(config);
    this.#open.set(key, opening);
    try {
      const project = await opening;
      refuseSuspended(this.#configs.get(key));
      if (!project.database.isGone?.()) {
        this.#touch(key, opening, project);
        return project;
      }
      if (this.#open.get(key) === opening) void this.#retire(key);
      return await this.#opened(key);
    } catch (error) {
      if (this.#open.get(key) === opening) this.#open.delete(key);
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
    await this.#rest(config.project);
  }

  /** Writes the configuration of a project that is not in use. */
  rewrite(config: ProjectConfig): void {
    this.#configs.write(config);
    this.#noteUnopened(config);
  }

  #noteUnopened({ project, suspended }: ProjectConfig): void {
    if (!suspended) this.#keeping.closed(project, 0);
  }

  /** Removes a project and its configuration file, so that requests no longer reach it. */
  async remove(config: ProjectConfig): Promise<void> {
    this.#configs.remove(config);
    await this.close(config.project);
  }

  async close(key: string): Promise<void> {
    const opening = this.#open.get(key);
    this.#forget(key);
    const project = await opening?.catch(() => undefined);
    await project?.close();
  }

  async closeAll(): Promise<void> {
    const open = [...this.#open.keys()].map((key) => this.close(key));
    await Promise.allSettled([...open, ...this.#closing, ...[...this.#retired].map((opening) => this.#end(opening))]);
  }

  /** Projects added, changed or removed by other processes are reopened on next use, or when their work is due. */
  #refresh(force = false): void {
    for (const key of this.#configs.refresh(force)) {
      if (this.#configs.get(key)?.suspended) this.#track(this.#rest(key));
      else void this.#retire(key).then(() => this.#keeping.closed(key, 0));
    }
  }

  /** Ends all use of a project, including that of its former configurations. */
  async #rest(key: string): Promise<void> {
    const opening = this.#open.get(key);
    this.#forget(key);
    const all = [...(opening ? [opening] : []), ...this.#retired];
    await Promise.all(all.map((each) => this.#restOne(key, each)));
  }

  async #restOne(key: string, opening: Promise<Project>): Promise<void> {
    const project = await opening.catch(() => undefined);
    if (project?.project !== key) return;
    this.#retired.delete(opening);
    await within(DRAIN_MS, Promise.all([project.rest(), project.unused(DRAIN_MS)]));
    await project.close();
  }

  #track(work: Promise<void>): void {
    const closing: Promise<void> = work.finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /**
   * Requests in progress are answered before the database is closed. Resolves when the project does no more work of its
   * own, which needs the new configuration: for example, its secret opens the mails that wait.
   */
  async #retire(key: string): Promise<void> {
    const opening = this.#open.get(key);
    if (!opening) return;
    this.#forget(key);
    this.#retired.add(opening);
    setTimeout(() => void this.#end(opening), RETIRE_MS).unref();
    const project = await opening.catch(() => undefined);
    await project?.rest();
  }

  async #end(opening: Promise<Project>): Promise<void> {
    if (!this.#retired.delete(opening)) return;
    const project = await opening.catch(() => undefined);
    await project?.close();
  }

  #forget(key: string): void {
    this.#open.delete(key);
    this.#loaded.delete(key);
    this.#latest = undefined;
  }

  #touch(key: string, opening: Promise<Project>, project: Project): void {
    if (this.#open.get(key) === opening) this.#use(key, project);
  }

  #use(key: string, project: Project): void {
    // Most requests are for the same project as the previous one.
    if (this.#latest === project) return;
    this.#loaded.delete(key);
    this.#loaded.set(key, project);
    this.#latest = project;
  }

  /** Closes unused projects until there is room for one more. */
  async #makeRoom(): Promise<void> {
    while (this.#loaded.size >= this.#keeping.most) {
      const recent = Math.min(RECENT, this.#keeping.most - 1);
      const idle = [...this.#loaded].slice(0, -recent).find(([key, project]) => this.#isIdle(key, project));
      if (!idle) return;
      const closing = this.#closeIdle(...idle);
      this.#track(closing);
      await closing;
    }
  }

  #isIdle(key: string, project: Project): boolean {
    return !this.#temporary.has(key) && !project.isBusy;
  }

  async #closeIdle(key: string, project: Project): Promise<void> {
    this.#forget(key);
    await project.close();
    this.#keeping.closed(key, project.nextDue);
  }

  /** The address of the database of a configuration. */
  addressOf(config: DatabaseConfig): DatabaseAddress {
    const { type, name } = config;
    return isEmbedded(type)
      ? { name, file: this.#fileOf(name), limits: limitsOf(config) }
      : serverAddress(config, dirname(this.#folder));
  }

  /** The storage of a configuration's files. */
  storageConfigOf(config: ProjectConfig): StorageConfig {
    return storageConfigOf(config, this.#data);
  }

  /** The file for a backup of rows that are about to be overwritten. */
  backupFileOf(project: string): string {
    return join(this.#backups, `${project}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.ndjson`);
  }

  /** Deletes the files of a closed project, if they are in the folder that the server assigned. */
  async deleteUploads({ project }: ProjectConfig): Promise<void> {
    await rm(join(this.#data, 'uploads', project), { recursive: true, force: true });
  }

  /** The files that contain backups of a project. */
  backupsOf(key: string): readonly string[] {
    return backupFiles(this.#backups, key);
  }

  /** Deletes the backups of a closed project. */
  deleteBackups({ project }: ProjectConfig): void {
    removeBackupFiles(this.#backups, project);
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.db`);
  }

  async #openProject(config: ProjectConfig): Promise<Project> {
    const address = { ...this.addressOf(config.database), account: accountOf(config.project) };
    const project = await this.#openings.run(config.project, address, () => this.#loadProject(config, address));
    // An unreachable storage must not keep callers from the rest of the project.
    await settleAllSoon(project);
    return project;
  }

  async #loadProject(config: ProjectConfig, address: DatabaseAddress): Promise<Project> {
    await this.#makeRoom();
    const storageConfig = this.storageConfigOf(config);
    refuseKeptFolders(storageConfig, this.#data);
    const dialect = await dialectOf(config.database.type);
    const database = await dialect.openExisting(address);
    const backups = join(this.#backups, config.project);
    const parts = { storageConfig, surroundings: this.#surroundings, address, backups };
    return Project.load(config, dialect, database, parts).catch(async (error: unknown) => {
      await database.close().catch(() => {});
      throw error;
    });
  }
}
