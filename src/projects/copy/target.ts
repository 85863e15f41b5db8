import { randomUUID } from 'node:crypto';
import type { DatabaseConfig } from '../../config/project-config.ts';
import type { Database, DatabaseAddress, Dialect, Reader, Snapshot } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { ApiError } from '../../errors/api-error.ts';
import { systemRefusal } from '../../errors/system-refusal.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { connected } from '../connected.ts';
import { emptyDatabase } from '../delete.ts';
import { removeInstallation } from '../install.ts';
import type { ProjectRegistry } from '../registry.ts';
import { schemaLocked } from '../schema-locked.ts';
import { isMarked, setMark } from '../unfinished/mark.ts';
import type { Filled } from '../unfinished/unfinished-project.ts';

/** A database that is filled completely or not at all. */
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
    return this.#registry.locations.addressOf(this.#config);
  }

  openSnapshot(): Promise<Snapshot> {
    return this.dialect.openSnapshot(this.address);
  }

  /**
   * Runs `work` on the database, which must be empty; if it throws, removes everything that it has created. `fills` is
   * called once everything that the database will hold belongs to this copy. The database stays marked. Errors 11, 12,
   * 19.
   */
  async filled<T>(work: (database: Database) => Promise<T>, fills: (filled: Filled) => void): Promise<T> {
    const filled: Filled = { former: await this.#former(), mark: randomUUID() };
    if (filled.former === 'absent') fills(filled);
    let isBegun = false;
    try {
      return await this.#onEmpty(async (database) => {
        isBegun = true;
        if (filled.former === 'empty') fills(filled);
        await database.transaction((connection) => setMark(connection, this.dialect, filled.mark));
        return work(database);
      });
    } catch (error) {
      if (isBegun) await this.discard(filled).catch(() => undefined);
      throw this.#isFull(error) ? Object.assign(new ApiError('diskFull'), { cause: error }) : error;
    }
  }

  /**
   * Whether the database has tables without having only the mark `mark`: somebody else has filled it since, for example
   * with a dump.
   */
  async isTaken(mark: string): Promise<boolean> {
    if (!(await this.dialect.exists(this.address))) return false;
    const snapshot = await connected(this.dialect, this.openSnapshot());
    try {
      return !(await isMarked(snapshot, this.dialect, mark)) && (await this.#hasTables(snapshot));
    } finally {
      await snapshot.close();
    }
  }

  /**
   * Removes everything that has been written into the database; the database itself too, unless it existed before. Does
   * nothing if somebody else has filled it since.
   */
  async discard({ former, mark }: Filled): Promise<void> {
    if (!(await this.dialect.exists(this.address)) || (await this.isTaken(mark))) return;
    if (former === 'absent') return this.dialect.destroy(this.address);
    const database = await connected(this.dialect, this.dialect.openExisting(this.address));
    try {
      if (former === 'empty') await emptyDatabase(database, this.dialect);
      else await schemaLocked(database, () => removeInstallation(database, this.dialect));
    } finally {
      await database.close();
    }
  }

  async #former(): Promise<Filled['former']> {
    if (!(await this.dialect.exists(this.address))) return 'absent';
    if (this.dialect.capabilities.embedded) throw this.#occupied();
    return 'empty';
  }

  async #onEmpty<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await connected(this.dialect, this.dialect.open(this.address));
    try {
      if (await this.#hasTables(database)) throw this.#occupied();
      return await work(database);
    } finally {
      await database.close();
    }
  }

  async #hasTables(reader: Reader): Promise<boolean> {
    return (await this.dialect.introspect(reader)).length > 0;
  }

  #isFull(error: unknown): boolean {
    return this.dialect.classify(error)?.kind === 'full' || systemRefusal(error)?.entry === 'diskFull';
  }

  #occupied(): ApiError {
    return unprocessable(`The database "${this.#config.name}" is not empty`);
  }
}

/** Opens the database of a configuration as the target of a copy. */
export async function openTarget(registry: ProjectRegistry, config: DatabaseConfig): Promise<Target> {
  return new Target(registry, config, await dialectOf(config.type));
}
