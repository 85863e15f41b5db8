import type { ProjectConfig } from '../config/project-config.ts';
import type { ProjectFiles } from '../config/project-files.ts';
import { messageOf } from '../shared/message-of.ts';

/** How old the cache may be. */
const FRESH_MS = 1000;

interface Entry {
  /** Changes whenever the file changes. */
  readonly stamp: string;
  readonly config: ProjectConfig;
}

/** What a cache tells about the files. */
interface Reports {
  /** Called with each configuration that is read. */
  readonly read: (config: ProjectConfig) => void;
  /** Called once for each state of a file that cannot be used, with the reason. */
  readonly unusable: (problem: string) => void;
}

/** Caches the configuration files of the folder, which other processes and people also write to. */
export class ConfigCache {
  readonly #files: ProjectFiles;
  readonly #reports: Reports;
  /** By file name. */
  readonly #entries: Map<string, Entry>;
  /** The stamps of files that could not be used when they were read last. */
  readonly #unusable = new Map<string, string>();
  #byKey: ReadonlyMap<string, ProjectConfig> = new Map();
  #nextCheck = 0;

  /** Throws ConfigError naming the first unusable file. */
  constructor(files: ProjectFiles, reports: Reports) {
    this.#files = files;
    this.#reports = reports;
    const read = ([name, stamp]: [string, string]) => [name, { stamp, config: this.#read(name) }] as const;
    this.#entries = new Map([...files.stamps()].map(read));
    this.#index();
  }

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): ProjectConfig | undefined {
    return this.#byKey.get(key);
  }

  values(): ProjectConfig[] {
    return [...this.#byKey.values()];
  }

  /** Rereads the folder, at most once a second; returns the projects that were added, changed or removed. */
  refresh(force = false): string[] {
    const now = performance.now();
    if (now < this.#nextCheck && !force) return [];
    this.#nextCheck = now + FRESH_MS;
    const stamps = this.#stamps();
    if (!stamps) return [];
    const removed = [...this.#entries].filter(([name]) => !stamps.has(name));
    for (const [name] of removed) this.#entries.delete(name);
    for (const name of this.#unusable.keys()) if (!stamps.has(name)) this.#unusable.delete(name);
    const changed = [...stamps].flatMap(([name, stamp]) => this.#reread(name, stamp));
    this.#index();
    return [...removed.map(([, { config }]) => config.project), ...changed];
  }

  write(config: ProjectConfig): void {
    this.#keep(this.#files.write(config), config);
  }

  /** Writes the configuration of a new project. Returns false if another process has just made one with this key. */
  create(config: ProjectConfig): boolean {
    const name = this.#files.create(config);
    if (name !== null) this.#keep(name, config);
    return name !== null;
  }

  #keep(name: string, config: ProjectConfig): void {
    const stamp = this.#files.stamps().get(name) ?? '';
    this.#entries.set(name, { stamp, config });
    this.#index();
  }

  remove(config: ProjectConfig): void {
    this.#entries.delete(this.#files.remove(config));
    this.#index();
  }

  /** Null if the folder cannot be read, for example for lack of file descriptors: the cache stays as it is. */
  #stamps(): ReadonlyMap<string, string> | null {
    try {
      return this.#files.stamps();
    } catch {
      return null;
    }
  }

  /** An unusable file, for example while somebody edits it, keeps its cached entry and is read again later. */
  #reread(name: string, stamp: string): string[] {
    const before = this.#entries.get(name);
    if (before?.stamp === stamp) return [];
    try {
      const config = this.#read(name);
      this.#entries.set(name, { stamp, config });
      this.#unusable.delete(name);
      return JSON.stringify(before?.config) === JSON.stringify(config) ? [] : [config.project];
    } catch (error) {
      if (this.#unusable.get(name) !== stamp) this.#reports.unusable(messageOf(error));
      this.#unusable.set(name, stamp);
      return [];
    }
  }

  #read(name: string): ProjectConfig {
    const config = this.#files.read(name);
    this.#reports.read(config);
    return config;
  }

  #index(): void {
    const inOrder = [...this.#entries].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#byKey = new Map(inOrder.map(([, { config }]) => [config.project, config]));
  }
}
