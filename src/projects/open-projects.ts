import type { ProjectConfig } from '../config/project-config.ts';
import { within } from '../shared/within.ts';
import type { Project } from './project.ts';

/** How long a retired project may stay open; longer than any request takes. */
const RETIRE_MS = 60_000;

/** How long the requests of a project may take to end once it is suspended. */
const DRAIN_MS = 10_000;

/** The number of most recently used projects that are never closed, because their callers are about to use them. */
const RECENT = 8;

/** How to treat unused projects. */
export interface Keeping {
  /** How many projects are kept open. */
  readonly most: number;
  /**
   * Called when a project that may have work to do is not open: with the time when its next job or delivery is due, if
   * there is any, and with 0 if that is not known.
   */
  readonly closed: (key: string, due: number | null) => void;
}

/** The projects that a server has opened, by key. Unused ones are closed, the least recently used first. */
export class OpenProjects {
  readonly #load: (config: ProjectConfig) => Promise<Project>;
  readonly #openings = new Map<string, Promise<Project>>();
  /** Those that have been opened, the most recently used last. */
  readonly #loaded = new Map<string, Project>();
  /** The last of {@link #loaded}. */
  #latest: Project | undefined;
  /** Projects with an outdated configuration that requests may still be using. */
  readonly #retired = new Set<Promise<Project>>();
  /** Projects that a visit has opened and no request has used; they are closed when the visit ends. */
  readonly #temporary = new Set<string>();
  readonly #closing = new Set<Promise<void>>();
  #keeping: Keeping = { most: Number.POSITIVE_INFINITY, closed: () => {} };

  /** `load` opens a project. */
  constructor(load: (config: ProjectConfig) => Promise<Project>) {
    this.#load = load;
  }

  /** Limits how many unused projects stay open from now on. */
  keep(keeping: Keeping): void {
    this.#keeping = keeping;
  }

  has(key: string): boolean {
    return this.#openings.has(key);
  }

  /** The project of a configuration, opened on first use; null if its database has been replaced since. */
  async get(config: ProjectConfig): Promise<Project | null> {
    const key = config.project;
    const opening = this.#openings.get(key) ?? this.#load(config);
    this.#openings.set(key, opening);
    try {
      const project = await opening;
      const isCurrent = this.#openings.get(key) === opening;
      if (project.database.isGone?.()) {
        if (isCurrent) void this.retire(key);
        return null;
      }
      if (isCurrent) this.#use(key, project);
      return project;
    } catch (error) {
      if (this.#openings.get(key) === opening) this.#openings.delete(key);
      throw error;
    }
  }

  /** Whether {@link get} would return this project object now; counts as a use of the project. */
  isCurrent(project: Project): boolean {
    const key = project.project;
    if (this.#loaded.get(key) !== project || project.database.isGone?.()) return false;
    this.#use(key, project);
    return true;
  }

  /** Opens a project for `work` only, and closes it afterwards unless a request uses it by then. */
  async visit<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.#temporary.add(key);
    try {
      return await work();
    } finally {
      if (this.#temporary.delete(key)) await this.close(key);
    }
  }

  /** Called when a request uses a project, which the end of a visit must therefore not close. */
  requested(key: string): void {
    this.#temporary.delete(key);
  }

  /** Called when a project is not open, and whether it has work to do is not known. */
  noteUnopened(key: string): void {
    this.#keeping.closed(key, 0);
  }

  async close(key: string): Promise<void> {
    const project = await this.#taken(key)?.catch(() => undefined);
    await project?.close();
  }

  async closeAll(): Promise<void> {
    const open = [...this.#openings.keys()].map((key) => this.close(key));
    await Promise.allSettled([...open, ...this.#closing, ...[...this.#retired].map((opening) => this.#end(opening))]);
  }

  /** Ends all use of a project, including that of its former configurations: its work, then its requests. */
  rest(key: string): Promise<void> {
    const opening = this.#taken(key);
    const all = [...(opening ? [opening] : []), ...this.#retired];
    return this.#track(Promise.all(all.map((each) => this.#restOne(key, each))).then(() => {}));
  }

  async #restOne(key: string, opening: Promise<Project>): Promise<void> {
    const project = await opening.catch(() => undefined);
    if (project?.project !== key) return;
    this.#retired.delete(opening);
    await within(DRAIN_MS, Promise.all([project.rest(), project.unused(DRAIN_MS)]));
    await project.close();
  }

  /**
   * Leaves a project, whose configuration has changed, to the requests in progress, and then closes its database.
   * Resolves when the project does no more work of its own, which needs the new configuration: for example, its secret
   * opens the mails that wait.
   */
  async retire(key: string): Promise<void> {
    const opening = this.#taken(key);
    if (!opening) return;
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

  /** Closes unused projects until there is room for one more. */
  async makeRoom(): Promise<void> {
    while (this.#loaded.size >= this.#keeping.most) {
      const recent = Math.min(RECENT, this.#keeping.most - 1);
      const idle = [...this.#loaded].slice(0, -recent).find(([key, project]) => this.#isIdle(key, project));
      if (!idle) return;
      await this.#track(this.#closeIdle(...idle));
    }
  }

  #isIdle(key: string, project: Project): boolean {
    return !this.#temporary.has(key) && !project.isBusy;
  }

  async #closeIdle(key: string, project: Project): Promise<void> {
    this.#taken(key);
    await project.close();
    this.#keeping.closed(key, project.nextDue);
  }

  #track(work: Promise<void>): Promise<void> {
    const closing: Promise<void> = work.finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return closing;
  }

  /** Removes a project from those in use, without closing it. */
  #taken(key: string): Promise<Project> | undefined {
    const opening = this.#openings.get(key);
    this.#openings.delete(key);
    this.#loaded.delete(key);
    this.#latest = undefined;
    return opening;
  }

  #use(key: string, project: Project): void {
    // Most requests are for the same project as the previous one.
    if (this.#latest === project) return;
    this.#loaded.delete(key);
    this.#loaded.set(key, project);
    this.#latest = project;
  }
}
