import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Presence } from './presence.ts';

/**
 * The removals that are in progress on the servers that share a data folder. Each has a file, named after the project
 * and the server.
 */
export class RemovalFiles {
  readonly #folder: string;
  readonly #presence: Presence;

  constructor(data: string, presence: Presence) {
    this.#folder = join(data, 'removals');
    this.#presence = presence;
  }

  /**
   * Runs `work`, which removes a project, unless another server is doing so. If several servers begin at the same
   * moment, it may be that none of them does.
   */
  alone(project: string, work: () => Promise<void>): Promise<void> {
    return this.#presence.during(async () => {
      const file = join(this.#folder, `${project}.${this.#presence.id}`);
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, '', { mode: 0o600 });
      try {
        // Of several servers that have written their files, the last one to look finds those of all others.
        if (!this.#isRemovedElsewhere(project)) await work();
      } finally {
        rmSync(file, { force: true });
      }
    });
  }

  /** Files of servers that are gone are deleted. */
  #isRemovedElsewhere(project: string): boolean {
    const servers = readdirSync(this.#folder).flatMap((name) => {
      const [of, server = ''] = name.split('.');
      return of === project && server !== this.#presence.id ? [server] : [];
    });
    const alive = servers.filter((server) => this.#presence.isAlive(server));
    for (const server of servers)
      if (!alive.includes(server)) rmSync(join(this.#folder, `${project}.${server}`), { force: true });
    return alive.length > 0;
  }
}
