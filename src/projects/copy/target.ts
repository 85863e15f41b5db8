import type { DatabaseConfig } from '../../config/project-config.ts';
import type { Database, DatabaseAddress, Dialect, Snapshot } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import type { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { connected } from '../connected.ts';
import { emptyDatabase } from '../delete.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { Former } from '../unfinished/unfinished-project.ts';

/** What the database of a copy was before it was filled. */
export type Unfilled = Exclude<Former, 'tables'>;

/** An empty database that is filled completely or not at all. */
export class Target {
  readonly dialect: Dialect;
  readonly #registry: ProjectRegistry;
  readonly #config: DatabaseConfig;

  constructor(registry: ProjectRegistry, config: DatabaseConfig, dialect: Dialect) {
    this.dialect = dialect;
    this.#registry = registry;
    this.#config = config;
  }

  get address(): DatabaseAddress {
    return this.#registry.addressOf(this.#config);
  }

  openSnapshot(): Promise<Snapshot> {
    return this.dialect.openSnapshot(this.address);
  }

  /**
   * Runs `work` on the database; if it throws, removes everything that it has created. `fills` is called once everything
   * that the database will hold belongs to this copy. Errors 12, 19.
   */
  async filled<T>(work: (database: Database) => Promise<T>, fills: (former: Unfilled) => void): Promise<T> {
    const former = await this.#former();
    if (former === 'absent') fills(former);
    let isBegun = false;
    try {
      return await this.#onEmpty((database) => {
        isBegun = true;
        if (former === 'empty') fills(former);
        return work(database);
      });
    } catch (error) {
      if (isBegun) await this.discard(former).catch(() => undefined);
      throw error;
    }
  }

  /** Removes everything that a copy has written; the database itself too, unless it existed before. */
  async discard(former: Unfilled): Promise<void> {
    if (!(await this.dialect.exists(this.address))) return;
    if (former === 'absent') return this.dialect.destroy(this.address);
    const database = await connected(this.dialect.openExisting(this.address));
    try {
      await emptyDatabase(database, this.dialect);
    } finally {
      await database.close();
    }
  }

  async #former(): Promise<Unfilled> {
    if (!(await this.dialect.exists(this.address))) return 'absent';
    if (this.dialect.capabilities.embedded) throw this.#occupied();
    return 'empty';
  }

  async #onEmpty<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await connected(this.dialect.open(this.address));
    try {
      if ((await this.dialect.introspect(database)).length > 0) throw this.#occupied();
      return await work(database);
    } finally {
      await database.close();
    }
  }

  #occupied(): ApiError {
    return unprocessable(`The database "${this.#config.name}" is not empty`);
  }
}

/** Opens the database of a configuration as the target of a copy. */
export async function openTarget(registry: ProjectRegistry, config: DatabaseConfig): Promise<Target> {
  return new Target(registry, config, await dialectOf(config.type));
}
