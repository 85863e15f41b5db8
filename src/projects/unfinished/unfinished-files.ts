import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../shared/write-atomically.ts';
import type { Presence } from '../fleet/presence.ts';
import type { UnfinishedProject } from './unfinished-project.ts';

/** The id of an unfinished project, and the process that is responsible for it. */
const NAME = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.json$/;

/**
 * The projects that are being made by the processes that share a data folder. Each has a file, which only the server's
 * account can read because it contains secrets.
 */
export class UnfinishedFiles {
  readonly presence: Presence;
  readonly #folder: string;
  /** Those that this process is working on. */
  readonly #open = new Set<string>();

  constructor(data: string, presence: Presence) {
    this.#folder = join(data, 'unfinished');
    this.presence = presence;
  }

  /** The id for a new project, which has no file until something is written for it. */
  open(): string {
    const id = randomUUID();
    this.#open.add(id);
    return id;
  }

  write(id: string, project: UnfinishedProject): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeAtomically(this.#file(id, this.presence.id), JSON.stringify(project));
  }

  /** Ends the work on a project. Its file stays if something is left to be removed. */
  close(id: string, isDone: boolean): void {
    this.#open.delete(id);
    if (isDone) rmSync(this.#file(id, this.presence.id), { force: true });
  }

  /** Makes this process responsible for those that nobody works on, and returns them by id. */
  takeAbandoned(): Map<string, UnfinishedProject> {
    const taken = new Map<string, UnfinishedProject>();
    for (const name of this.#names()) {
      const [, id = '', owner = ''] = NAME.exec(name) ?? [];
      const project = id && this.#isAbandoned(id, owner) ? this.#take(id, owner) : null;
      if (project) taken.set(id, project);
    }
    return taken;
  }

  #isAbandoned(id: string, owner: string): boolean {
    return owner === this.presence.id ? !this.#open.has(id) : !this.presence.isAlive(owner);
  }

  /** Null if another process has been faster. */
  #take(id: string, owner: string): UnfinishedProject | null {
    const file = this.#file(id, this.presence.id);
    try {
      renameSync(this.#file(id, owner), file);
      const project: UnfinishedProject = JSON.parse(readFileSync(file, 'utf8'));
      this.#open.add(id);
      return project;
    } catch {
      return null;
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #file(id: string, owner: string): string {
    return join(this.#folder, `${id}.${owner}.json`);
  }
}
