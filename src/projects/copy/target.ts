import type { DatabaseConfig } from '../../config/project-config.ts';
import type { Database, DatabaseAddress, Dialect, Snapshot } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { connected } from '../connected.ts';
import { emptyDatabase } from '../delete.ts';
import type { ProjectRegistry } from '../registry.ts';

/** An empty database that is filled completely or not at all. */
export class Target {
  readonly dialect: Dialect;
  readonly #registry: ProjectRegistry;
  readonly #config: DatabaseConfig;
  /** The database was empty at the start, so nothing in it belongs to anyone else. */
  #begun = false;

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

  /** Runs `work` on the database; if it throws, removes everything that it has created. Errors 12, 19. */
  async filled<T>(work: (database: Database) => Promise<T>, fills: (existed: boolean) => void): Promise<T> {
    const existed = await this.dialect.exists(this.address);
    if (existed && this.dialect.capabilities.embedded) throw this.#occupied();
    // From here on, everything in the database belongs to this copy.
    if (!existed) fills(false);
    try {
      return await this.#fill(work, () => existed && fills(true));
    } catch (error) {
      if (!existed && this.#begun) await this.dialect.destroy(this.address).catch(() => undefined);
      throw error;
    }
  }

  /** Removes everything that a copy has written; the database itself too, unless it existed before. */
  async discard(existed: boolean): Promise<void> {
    if (!(await this.dialect.exists(this.address))) return;
    if (!existed) return this.dialect.destroy(this.address);
    const database = await connected(this.dialect.openExisting(this.address));
    try {
      await emptyDatabase(database, this.dialect);
    } finally {
      await database.close();
    }
  }

  async #fill<T>(work: (database: Database) => Promise<T>, fills: () => void): Promise<T> {
    const database = await connected(this.dialect.open(this.address));
    try {
      if ((await this.dialect.introspect(database)).length > 0) throw this.#occupied();
      this.#begun = true;
      fills();
      return await work(database).catch(async (error: unknown) => {
        await emptyDatabase(database, this.dialect);
        throw error;
      });
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
