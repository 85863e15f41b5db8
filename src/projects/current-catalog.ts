import type { Connection, Database, Dialect } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Catalog } from '../persistence/catalog.ts';
import { loadCatalog, reloadRules } from '../persistence/load-catalog.ts';
import { changeSchemaAtomically, draftSchemaChange } from '../persistence/schema-change/change.ts';
import { loadConsistentCatalog } from '../persistence/schema-change/consistent-catalog.ts';
import type { Draft } from '../persistence/schema-change/draft.ts';
import type { SchemaChange } from '../persistence/schema-change/schema-change.ts';
import type { Table } from '../schema/column.ts';
import { itemRules } from '../schema/internal/rules.ts';
import { Mutex } from '../shared/mutex.ts';
import { arrivalTurn } from '../shared/turn.ts';
import { InternalTables } from './internal-tables.ts';

const SCHEMA_TABLES: ReadonlySet<string> = new Set(['directus_collections', 'directus_fields', 'directus_relations']);
const RULE_TABLES: ReadonlySet<string> = new Set([
  'directus_settings',
  'directus_permissions',
  'directus_roles',
  'directus_webhooks',
  itemRules.name,
]);
/** How long loading a catalogue waits for schema changes by other processes. */
const LOADING_S = 20;

/** Where a catalogue is loaded from. */
interface CatalogSource {
  readonly database: Database;
  readonly dialect: Dialect;
}

/** A catalogue, and the term of the database when its loading began. */
export interface LoadedCatalog {
  readonly catalog: Catalog;
  readonly term: number | null;
}

/** Who is told what happens to a catalogue. */
interface CatalogListener {
  /** Another process may have written any table. */
  writtenElsewhere(): void;
  /** These internal tables were created since the former catalogue. */
  tablesAdded(tables: ReadonlySet<string>): void;
  /** The schema was read. */
  schemaRead(): void;
}

/** Loads the first catalogue of a project. Error 11. */
export async function firstCatalog({ database, dialect }: CatalogSource): Promise<LoadedCatalog> {
  await database.changedByOthers();
  const term = termOf(database);
  return { catalog: await loadConsistentCatalog(database, dialect, 1, LOADING_S), term };
}

const termOf = (database: Database): number | null => database.term?.() ?? null;

/** The catalogue of an open project, which is replaced when this or another process changes its schema or its rules. */
export class CurrentCatalog {
  readonly #database: Database;
  readonly #dialect: Dialect;
  readonly #listener: CatalogListener;
  readonly #internalTables: InternalTables;
  readonly #schemaMutex = new Mutex();
  #catalog: Catalog;
  /** The database's term when the loading of the present catalogue began. */
  #term: number | null;
  /** Whether a schema change is in progress; a new catalogue follows it. */
  #changing = false;
  /** How often it was noticed that the catalogue may be outdated. */
  #outdated = 0;
  /** The same when the loading of the present catalogue began. */
  #upTo = 0;
  /** The same when the latest rules were read for the present catalogue, because the schema was locked. */
  #rulesUpTo = 0;
  /** The check for writes of other processes that is in progress. */
  #checking: Promise<boolean> | undefined;
  /** The turn of the event loop in which the check for writes of other processes found none. */
  #unchangedIn: number | null = null;
  /** How often the loading of a catalogue has begun. */
  #loads = 0;
  /** How often rules or the list of internal tables have changed. */
  #rulesChanged = 0;

  constructor({ database, dialect }: CatalogSource, { catalog, term }: LoadedCatalog, listener: CatalogListener) {
    this.#database = database;
    this.#dialect = dialect;
    this.#listener = listener;
    this.#internalTables = new InternalTables(database, dialect);
    this.#catalog = catalog;
    this.#term = term;
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  /** Whether a schema change is in progress. */
  get isChanging(): boolean {
    return this.#changing;
  }

  /**
   * Rereads what a commit to these tables has changed. If that fails, the next request does: the write itself has
   * succeeded.
   */
  async rereadAfter(tables: ReadonlySet<string>): Promise<void> {
    try {
      if (isAnyIn(tables, SCHEMA_TABLES)) await this.#schemaMutex.run(() => this.#reload());
      else if (isAnyIn(tables, RULE_TABLES)) await this.#rereadRules();
    } catch {
      this.#outdated++;
    }
  }

  /** See {@link Store.changingSchema}. */
  changingSchema<T>(work: (change: SchemaChange) => Promise<T>, draft?: Draft): Promise<T> {
    return this.#schemaMutex.run(async () => {
      if (await this.#hasChanged()) await this.#reload();
      const refresh = async (connection: Connection): Promise<void> => {
        if (this.#mayBeOutdated) await this.#reloadFrom(connection);
      };
      const subject = { database: this.#database, dialect: this.#dialect, refresh };
      if (draft) return draftSchemaChange(subject, work, draft);
      this.#changing = true;
      try {
        return await changeSchemaAtomically(subject, work);
      } finally {
        this.#changing = false;
        await this.#reload().catch(() => {
          // A failure of the reload says nothing about the change, which must not be retried for it.
          throw new ApiError('databaseUnavailable');
        });
      }
    });
  }

  /** Reloads the catalogue if another process has written; null if there is nothing to wait for. */
  refresh(): Promise<void> | null {
    const turn = arrivalTurn();
    if (turn !== null && turn === this.#unchangedIn && !this.#stale) return null;
    const changed = this.#hasChanged();
    this.#unchangedIn = changed === false ? turn : null;
    return changed === false ? null : this.#refreshIf(changed);
  }

  async #refreshIf(changed: boolean | Promise<boolean>): Promise<void> {
    if (!(await changed)) return;
    const wanted = this.#outdated;
    if (this.#changing) await this.#rereadRules();
    else await this.#schemaMutex.run(() => this.#reread(wanted));
  }

  /** See {@link Store.outdated}. */
  async outdated(catalog: Catalog): Promise<void> {
    const isCurrent = this.#catalog === catalog;
    const loads = this.#loads;
    await this.#schemaMutex.run(async () => {
      // One that was already being loaded may have been read before the tables changed.
      if (this.#catalog === catalog || (isCurrent && this.#loads === loads)) await this.#reload();
    });
  }

  /** Creates an internal table if it is missing. Error 11. */
  async internalTable(table: Table): Promise<void> {
    await this.#internalTables.make(table);
    const { internalTables } = this.#catalog;
    if (internalTables.has(table.name)) return;
    this.#rulesChanged++;
    this.#catalog = { ...this.#catalog, internalTables: new Set([...internalTables, table.name]) };
  }

  /** Whether an internal table exists. */
  hasInternalTable(table: Table): Promise<boolean> {
    return this.#internalTables.has(table);
  }

  /** Whether requests must wait for a new catalogue, also if others are waiting for it already. */
  get #stale(): boolean {
    return this.#upTo < this.#outdated;
  }

  #hasChanged(): boolean | Promise<boolean> {
    if (this.#checking) return this.#checking;
    const changed = this.#database.changedByOthers();
    if (typeof changed === 'boolean') return this.#noticed(changed);
    const noticed = this.#unlessEmptied(changed).then((known) => this.#noticed(known));
    this.#checking = noticed.finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Whether another process may have written since the catalogue was read, without asking the database. */
  get #mayBeOutdated(): boolean {
    const term = termOf(this.#database);
    return term === null || term !== this.#term;
  }

  #noticed(changed: boolean): boolean {
    if (changed) {
      this.#listener.writtenElsewhere();
      this.#outdated++;
    }
    return this.#stale;
  }

  /** While another process is changing the schema, the current catalogue remains in use. */
  async #reread(wanted: number): Promise<void> {
    if (Math.max(this.#upTo, this.#rulesUpTo) >= wanted) return;
    const outdated = this.#outdated;
    try {
      await this.#reload(0);
    } catch (error) {
      if (this.#dialect.classify(error)?.kind !== 'busy') throw error;
      await this.#rereadRules();
      this.#rulesUpTo = outdated;
    }
  }

  /** Does not wait for schema changes. A catalogue that is replaced meanwhile is not overwritten with an older schema. */
  async #rereadRules(): Promise<void> {
    this.#rulesChanged++;
    for (;;) {
      const former = this.#catalog;
      const catalog = await this.#currentRules(former);
      if (this.#catalog !== former) continue;
      return this.#replace(catalog);
    }
  }

  /** Rules that change while the catalogue is being loaded may have been read before the change. */
  async #withCurrentRules(loaded: Catalog, readAt: number): Promise<Catalog> {
    if (readAt === this.#rulesChanged) return loaded;
    const now = this.#rulesChanged;
    return this.#withCurrentRules(await this.#currentRules(loaded), now);
  }

  #currentRules(catalog: Catalog): Promise<Catalog> {
    return this.#unlessEmptied(reloadRules(this.#database, this.#dialect, catalog));
  }

  #reload(timeoutS = LOADING_S): Promise<void> {
    return this.#replaceWith((version, former) =>
      loadConsistentCatalog(this.#database, this.#dialect, version, timeoutS, former),
    );
  }

  /** The same while the schema is already locked. */
  #reloadFrom(connection: Connection): Promise<void> {
    return this.#replaceWith((version, former) => loadCatalog(connection, this.#dialect, version, former));
  }

  async #replaceWith(load: (version: number, former: Catalog) => Promise<Catalog>): Promise<void> {
    this.#loads++;
    this.#internalTables.forget();
    const [readAt, outdated, term] = [this.#rulesChanged, this.#outdated, termOf(this.#database)];
    try {
      const former = this.#catalog;
      const loaded = await this.#unlessEmptied(load(former.schema.version + 1, former));
      this.#replace(await this.#withCurrentRules(loaded, readAt));
      this.#upTo = outdated;
      this.#term = term;
      this.#listener.schemaRead();
    } catch (error) {
      this.#outdated++;
      throw error;
    }
  }

  #replace(catalog: Catalog): void {
    const former = this.#catalog.internalTables;
    this.#catalog = catalog;
    this.#listener.tablesAdded(new Set([...catalog.internalTables].filter((table) => !former.has(table))));
  }

  /** Without its system tables, a database is being removed, or created again, by another server. Error 11. */
  #unlessEmptied<T>(reading: Promise<T>): Promise<T> {
    return reading.catch((cause: unknown) => {
      const isEmptied = this.#dialect.classify(cause)?.kind === 'schema';
      throw isEmptied ? Object.assign(new ApiError('databaseUnavailable'), { cause }) : cause;
    });
  }
}

const isAnyIn = (tables: ReadonlySet<string>, names: ReadonlySet<string>): boolean =>
  [...tables].some((table) => names.has(table));
