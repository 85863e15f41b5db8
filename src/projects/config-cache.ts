import type { ProjectConfig } from '../config/project-config.ts';
import type { ProjectFiles } from '../config/project-files.ts';

/** How old the cache may be. */
const FRESH_MS = 1000;

interface Entry {
  /** Changes whenever the file changes. */
  readonly stamp: string;
  readonly config: ProjectConfig;
}

/** Caches the configuration files of the folder, which other processes and people also write to. */
export class ConfigCache {
  readonly #files: ProjectFiles;
  readonly #onRead: (config: ProjectConfig) => void;
  /** By file name. */
  readonly #entries: Map<string, Entry>;
  #byKey: ReadonlyMap<string, ProjectConfig> = new Map();
  #nextCheck = 0;

  /** `onRead` is called with each configuration that is read. Throws ConfigError naming the first unusable file. */
  constructor(files: ProjectFiles, onRead: (config: ProjectConfig) => void) {
    this.#files = files;
    this.#onRead = onRead;
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

  /** Rereads the folder, at most once a second; returns the projects that were changed or removed. */
  refresh(force = false): string[] {
    const now = performance.now();
    if (now < this.#nextCheck && !force) return [];
    this.#nextCheck = now + FRESH_MS;
    const stamps = this.#stamps();
    if (!stamps) return [];
    const removed = [...this.#entries].filter(([name]) => !stamps.has(name));
    for (const [name] of removed) this.#entries.delete(name);
    const changed = [...stamps].flatMap(([name, stamp]) => this.#reread(name, stamp));
    this.#index();
    return [...removed.map(([, { config }]) => config.project), ...changed];
  }

  write(config: ProjectConfig): void {
    const name = this.#files.write(config);
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
      return before && JSON.stringify(before.config) !== JSON.stringify(config) ? [config.project] : [];
    } catch {
      return [];
    }
  }

  #read(name: string): ProjectConfig {
    const config = this.#files.read(name);
    this.#onRead(config);
    return config;
  }

  #index(): void {
    const inOrder = [...this.#entries].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#byKey = new Map(inOrder.map(([, { config }]) => [config.project, config]));
  }
}
