import type { DatabaseConfig } from '../../config/project-config.ts';
import type { Database, DatabaseAddress, Dialect, Snapshot } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { ApiError } from '../../errors/api-error.ts';
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

  openSnapshot(): Promise<Snapshot> {
    return this.dialect.openSnapshot(this.#address);
  }

  /** Runs `work` on the database; if it throws, removes everything it created. Errors 12, 19. */
  async filled<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const existed = await this.dialect.exists(this.#address);
    if (existed && this.dialect.capabilities.embedded) throw this.#occupied();
    try {
      return await this.#fill(work);
    } catch (error) {
      if (!existed && this.#begun) await this.dialect.destroy(this.#address).catch(() => undefined);
      throw error;
    }
  }

  async #fill<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await connected(this.dialect.open(this.#address));
    try {
      if ((await this.dialect.introspect(database)).length > 0) throw this.#occupied();
      this.#begun = true;
      return await work(database).catch(async (error: unknown) => {
        await emptyDatabase(database, this.dialect);
        throw error;
      });
    } finally {
      await database.close();
    }
  }

  get #address(): DatabaseAddress {
    return this.#registry.addressOf(this.#config);
  }

  #occupied(): ApiError {
    return new ApiError('unprocessable', { reason: `The database "${this.#config.name}" is not empty` });
  }
}

/** Opens the database of a configuration as the target of a copy. */
export async function openTarget(registry: ProjectRegistry, config: DatabaseConfig): Promise<Target> {
  return new Target(registry, config, await dialectOf(config.type));
}
