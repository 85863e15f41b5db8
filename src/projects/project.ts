import type { TokenIssuer } from '../auth/tokens.ts';
import type { ProjectConfig } from '../config/project-config.ts';
import type { Connection, Database, DatabaseAddress, Dialect, Snapshot } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Extensions } from '../extensions/extensions.ts';
import type { AssetFile } from '../persistence/asset.ts';
import type { Catalog } from '../persistence/catalog.ts';
import { type Change, changedTables } from '../persistence/changes.ts';
import { type Context, serverContext } from '../persistence/context.ts';
import { loadCatalog, reloadRules } from '../persistence/load-catalog.ts';
import { observed } from '../persistence/observed-database.ts';
import { IndexAdvice } from '../persistence/read/index-advice.ts';
import { changeSchemaAtomically, draftSchemaChange } from '../persistence/schema-change/change.ts';
import { loadConsistentCatalog } from '../persistence/schema-change/consistent-catalog.ts';
import type { Draft } from '../persistence/schema-change/draft.ts';
import type { SchemaChange } from '../persistence/schema-change/schema-change.ts';
import type { Calls, Store } from '../persistence/store.ts';
import type { Surroundings } from '../persistence/surroundings.ts';
import { TableVersions } from '../persistence/table-versions.ts';
import type { Table } from '../schema/column.ts';
import { jobs } from '../schema/internal/jobs.ts';
import { outbox } from '../schema/internal/outbox.ts';
import { itemRules } from '../schema/internal/rules.ts';
import { schedules } from '../schema/internal/schedules.ts';
import { notifyConsumers } from '../services/consumers/notify.ts';
import { fileData } from '../services/files/data.ts';
import { notifyAfter } from '../services/hooks/run.ts';
import { itemsService } from '../services/items/service.ts';
import type { Mailer } from '../services/mail/mailer.ts';
import { Background } from '../shared/background.ts';
import { earliest } from '../shared/earliest.ts';
import { EpochLru } from '../shared/epoch-lru.ts';
import { Mutex } from '../shared/mutex.ts';
import { arrivalTurn } from '../shared/turn.ts';
import { within } from '../shared/within.ts';
import type { StorageConfig } from '../storage/config.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { AnswerCache } from './answer-cache.ts';
import { IdentityCache } from './identity-cache.ts';
import { InternalTables } from './internal-tables.ts';
import { ProjectJobs } from './jobs.ts';
import { mailerOf } from './mailer.ts';
import { type Outbox, outboxOf } from './outbox.ts';
import { ProjectExtensions } from './project-extensions.ts';
import { Retention } from './retention.ts';
import { ProjectSchedules } from './schedules.ts';
import { TextBuilds } from './text-builds.ts';
import { Upkeep } from './upkeep.ts';

const SCHEMA_TABLES: ReadonlySet<string> = new Set(['directus_collections', 'directus_fields', 'directus_relations']);
const RULE_TABLES: ReadonlySet<string> = new Set([
  'directus_settings',
  'directus_permissions',
  'directus_roles',
  'directus_webhooks',
  itemRules.name,
]);
/** How long opening a project waits for schema changes by other processes. */
const OPENING_S = 20;
const IDENTITY_TABLES: ReadonlySet<string> = new Set(['directus_users', 'directus_roles']);
const ASSETS = 10_000;
/** How long closing waits for background hooks. */
const BACKGROUND_MS = 5_000;

/** What a project is opened with besides its database. */
interface ProjectParts {
  readonly storageConfig: StorageConfig;
  readonly surroundings: Surroundings;
  readonly address: DatabaseAddress;
  /** The folder of its backups. */
  readonly backups: string;
}

/** An open project: its configuration, its database and its caches. */
export class Project implements Store {
  readonly config: ProjectConfig;
  readonly dialect: Dialect;
  readonly database: Database;
  readonly storage: Storage;
  readonly storageConfig: StorageConfig;
  readonly surroundings: Surroundings;
  readonly address: DatabaseAddress;
  readonly backups: string;
  readonly mailer: Mailer;
  /** Identities by token; cleared when users change. */
  readonly identities = new IdentityCache();
  readonly background = new Background();
  readonly indexAdvice: IndexAdvice = new IndexAdvice(this);
  readonly calls: Calls = { fileData, items: itemsService };
  readonly assets = new EpochLru<AssetFile>(ASSETS);
  /** Cached answers. */
  readonly answers: AnswerCache;
  readonly #extensions: ProjectExtensions;
  readonly #schemaMutex = new Mutex();
  readonly #internalTables: InternalTables;
  readonly #outbox: Outbox;
  readonly #jobs: ProjectJobs;
  readonly #schedules: ProjectSchedules;
  readonly #retention = new Retention(this);
  readonly #upkeep = new Upkeep(this);
  readonly #textBuilds = new TextBuilds(this);
  /** Whether a schema change is in progress; a new catalogue follows it. */
  #changing = false;
  /** How many requests are using the project. */
  #holds = 0;
  /** Called when no request uses the project any more. */
  readonly #awaiting: (() => void)[] = [];
  /** How often it was noticed that the catalogue may be outdated. */
  #outdated = 0;
  /** The same when the loading of the present catalogue began. */
  #upTo = 0;
  /** The same when the latest rules were read for the present catalogue, because the schema was locked. */
  #rulesUpTo = 0;
  /** The database's term when the loading of the present catalogue began. */
  #term: number | null = null;
  /** The check for writes of other processes that is in progress. */
  #checking: Promise<boolean> | undefined;
  /** The turn of the event loop in which the check for writes of other processes found none. */
  #unchangedIn: number | null = null;
  #catalog: Catalog;
  /** How often the loading of a catalogue has begun. */
  #loads = 0;
  /** How often rules or the list of internal tables have changed. */
  #rulesChanged = 0;

  private constructor(
    config: ProjectConfig,
    dialect: Dialect,
    database: Database,
    parts: ProjectParts,
    catalog: Catalog,
    extensions: ProjectExtensions,
  ) {
    this.config = config;
    this.dialect = dialect;
    const versions = new TableVersions();
    this.database = observed(database, versions);
    this.storageConfig = parts.storageConfig;
    this.storage = openStorage(parts.storageConfig);
    this.surroundings = parts.surroundings;
    this.backups = parts.backups;
    this.address = parts.address;
    this.#catalog = catalog;
    this.#extensions = extensions;
    this.answers = new AnswerCache(this, versions, parts.surroundings.answers);
    this.#internalTables = new InternalTables(this.database, dialect);
    this.mailer = mailerOf(config, parts.surroundings);
    this.#outbox = outboxOf(this);
    this.#jobs = new ProjectJobs(this);
    this.#schedules = new ProjectSchedules(this);
  }

  /** Loads a project whose database is open and installed. */
  static async load(
    config: ProjectConfig,
    dialect: Dialect,
    database: Database,
    parts: ProjectParts,
  ): Promise<Project> {
    await database.changedByOthers();
    const term = database.term?.() ?? null;
    const catalog = await loadConsistentCatalog(database, dialect, 1, OPENING_S);
    const extensions = await ProjectExtensions.load(config.project, parts.surroundings);
    const project = new Project(config, dialect, database, parts, catalog, extensions);
    project.#term = term;
    project.#wakeAll(catalog.internalTables);
    project.#upkeep.start();
    project.#textBuilds.wake();
    notifyAfter(serverContext(project), { events: ['application.boot'] }, { project: config.project });
    return project;
  }

  /** Starts no more work of its own, and resolves when the steps in progress have ended. */
  async rest(): Promise<void> {
    const workers = [this.#jobs, this.#schedules, this.#upkeep, this.#textBuilds, this.#outbox];
    await Promise.all(workers.map((worker) => worker.stop()));
  }

  /** Resolves when no request uses the project, or after the timeout. */
  unused(timeoutMs: number): Promise<void> {
    if (this.#holds === 0) return Promise.resolve();
    return within(timeoutMs, new Promise<void>((done) => this.#awaiting.push(done)));
  }

  async close(): Promise<void> {
    await this.#jobs.stop();
    await this.#schedules.stop();
    await this.#upkeep.stop();
    await this.#textBuilds.stop();
    this.answers.clear();
    await this.background.settled(BACKGROUND_MS);
    await this.#outbox.stop();
    this.mailer.transport.close();
    await this.storage.close();
    await this.database.close();
  }

  /** Keeps the project open for a request, until the returned function is called. */
  hold(): () => void {
    this.#holds++;
    return () => {
      this.#holds--;
      if (this.#holds === 0) for (const done of this.#awaiting.splice(0)) done();
    };
  }

  /** Whether anything is in progress that closing would interrupt. */
  get isBusy(): boolean {
    const workers = [this.#outbox, this.#jobs, this.#schedules, this.#upkeep, this.#textBuilds];
    const parts = [this.background, ...workers, this.#retention];
    return this.#holds > 0 || this.#changing || parts.some((part) => part.isBusy);
  }

  /** When the next job, delivery or scheduled change is due; null if there is none. */
  get nextDue(): number | null {
    return earliest([this.#outbox.next, this.#jobs.next, this.#schedules.next]);
  }

  get project(): string {
    return this.config.project;
  }

  /** Issues this project's tokens, with its signing keys. */
  get issuer(): TokenIssuer {
    const { secret, public: key } = this.config.auth;
    return { secret, public: key, project: this.config.project };
  }

  get extensions(): Extensions | null {
    return this.#extensions.current;
  }

  snapshot(): Promise<Snapshot> {
    return this.dialect.openSnapshot(this.address);
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  async committed(context: Context, changes: readonly Change[], reread = true): Promise<void> {
    const tables = changedTables(changes);
    const isIn = (names: ReadonlySet<string>): boolean => [...tables].some((name) => names.has(name));
    this.#wakeAll(tables);
    if (isIn(IDENTITY_TABLES)) this.identities.clear();
    if (tables.has('directus_files')) this.assets.clear();
    if (reread && isIn(SCHEMA_TABLES)) await this.#afterCommit(() => this.#schemaMutex.run(() => this.#reload()));
    else if (reread && isIn(RULE_TABLES)) await this.#afterCommit(() => this.#rereadRules());
    this.#retention.committed(tables);
    await notifyConsumers(context, changes);
  }

  /** What cannot be reread after a commit is reread by the next request: the write itself has succeeded. */
  async #afterCommit(reread: () => Promise<void>): Promise<void> {
    try {
      await reread();
    } catch {
      this.#outdated++;
    }
  }

  changingSchema<T>(work: (change: SchemaChange) => Promise<T>, draft?: Draft): Promise<T> {
    return this.#schemaMutex.run(async () => {
      if (await this.#hasChanged()) await this.#reload();
      const { database, dialect } = this;
      const refresh = async (connection: Connection): Promise<void> => {
        if (this.#mayBeOutdated) await this.#reloadFrom(connection);
      };
      if (draft) return draftSchemaChange({ database, dialect, refresh }, work, draft);
      this.#changing = true;
      try {
        return await changeSchemaAtomically({ database, dialect, refresh }, work);
      } finally {
        this.#changing = false;
        await this.#reload().catch(() => {
          // A failure of the reload says nothing about the change, which must not be retried for it.
          throw new ApiError('databaseUnavailable');
        });
      }
    });
  }

  refresh(): Promise<void> | null {
    if (this.surroundings.watchExtensions) return this.#refreshAll();
    const turn = arrivalTurn();
    if (turn !== null && turn === this.#unchangedIn && !this.#stale) return null;
    const changed = this.#hasChanged();
    this.#unchangedIn = changed === false ? turn : null;
    return changed === false ? null : this.#refreshIf(changed);
  }

  async #refreshAll(): Promise<void> {
    await this.#extensions.refresh();
    await this.#refreshIf(this.#hasChanged());
  }

  async #refreshIf(changed: boolean | Promise<boolean>): Promise<void> {
    if (!(await changed)) return;
    const wanted = this.#outdated;
    if (this.#changing) await this.#rereadRules();
    else await this.#schemaMutex.run(() => this.#reread(wanted));
  }

  async outdated(catalog: Catalog): Promise<void> {
    const isCurrent = this.#catalog === catalog;
    const loads = this.#loads;
    await this.#schemaMutex.run(async () => {
      // One that was already being loaded may have been read before the tables changed.
      if (this.#catalog === catalog || (isCurrent && this.#loads === loads)) await this.#reload();
    });
  }

  outboxSettled(timeoutMs: number): Promise<void> {
    return this.#outbox.settled(timeoutMs);
  }

  /** Resolves when every due job, scheduled change and delivery has been tried, or after the timeout. */
  async workSettled(timeoutMs: number): Promise<void> {
    await Promise.all([this.#jobs.settled(timeoutMs), this.#schedules.settled(timeoutMs)]);
    await this.outboxSettled(timeoutMs);
  }

  async internalTable(table: Table): Promise<void> {
    await this.#internalTables.make(table);
    const { internalTables } = this.#catalog;
    if (internalTables.has(table.name)) return;
    this.#rulesChanged++;
    this.#catalog = { ...this.#catalog, internalTables: new Set([...internalTables, table.name]) };
  }

  hasInternalTable(table: Table): Promise<boolean> {
    return this.#internalTables.has(table);
  }

  /** Whether requests must wait for a new catalogue, also if others are waiting for it already. */
  get #stale(): boolean {
    return this.#upTo < this.#outdated;
  }

  #hasChanged(): boolean | Promise<boolean> {
    if (this.#checking) return this.#checking;
    const changed = this.database.changedByOthers();
    if (typeof changed === 'boolean') return this.#noticed(changed);
    const noticed = this.#unlessEmptied(changed).then((known) => this.#noticed(known));
    this.#checking = noticed.finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Whether another process may have written since the catalogue was read, without asking the database. */
  get #mayBeOutdated(): boolean {
    const term = this.#currentTerm;
    return term === null || term !== this.#term;
  }

  get #currentTerm(): number | null {
    return this.database.term?.() ?? null;
  }

  #noticed(changed: boolean): boolean {
    if (changed) {
      this.identities.clear();
      this.assets.clear();
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
      if (this.dialect.classify(error)?.kind !== 'busy') throw error;
      await this.#rereadRules();
      this.#rulesUpTo = outdated;
    }
  }

  /** Wakes the workers on these tables. */
  #wakeAll(tables: ReadonlySet<string>): void {
    if (tables.has(outbox.name)) this.#outbox.wake();
    if (tables.has(jobs.name)) this.#jobs.wake();
    if (tables.has(schedules.name)) this.#schedules.wake();
  }

  /** If another process has created the table of a worker, that process may since have died and left work in it. */
  #replace(catalog: Catalog): void {
    const former = this.#catalog.internalTables;
    this.#catalog = catalog;
    this.#wakeAll(new Set([...catalog.internalTables].filter((table) => !former.has(table))));
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
    return this.#unlessEmptied(reloadRules(this.database, this.dialect, catalog));
  }

  #reload(timeoutS = OPENING_S): Promise<void> {
    const { database, dialect } = this;
    return this.#replaceWith((version, former) => loadConsistentCatalog(database, dialect, version, timeoutS, former));
  }

  /** The same while the schema is already locked. */
  #reloadFrom(connection: Connection): Promise<void> {
    return this.#replaceWith((version, former) => loadCatalog(connection, this.dialect, version, former));
  }

  async #replaceWith(load: (version: number, former: Catalog) => Promise<Catalog>): Promise<void> {
    this.#loads++;
    this.#internalTables.forget();
    const [readAt, outdated, term] = [this.#rulesChanged, this.#outdated, this.#currentTerm];
    try {
      const { catalog } = this;
      const loaded = await this.#unlessEmptied(load(catalog.schema.version + 1, catalog));
      this.#replace(await this.#withCurrentRules(loaded, readAt));
      this.#upTo = outdated;
      this.#term = term;
      this.#textBuilds.wake();
    } catch (error) {
      this.#outdated++;
      throw error;
    }
  }

  /** Without its system tables, a database is being removed, or created again, by another server. Error 11. */
  #unlessEmptied<T>(reading: Promise<T>): Promise<T> {
    return reading.catch((cause: unknown) => {
      const isEmptied = this.dialect.classify(cause)?.kind === 'schema';
      throw isEmptied ? Object.assign(new ApiError('databaseUnavailable'), { cause }) : cause;
    });
  }
}
