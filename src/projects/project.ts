import type { TokenIssuer } from '../auth/tokens.ts';
import type { ProjectConfig } from '../config/project-config.ts';
import type { Database, DatabaseAddress, Dialect, Snapshot } from '../dialects/dialect.ts';
import type { Extensions } from '../extensions/extensions.ts';
import type { AssetFile } from '../persistence/asset.ts';
import type { Catalog } from '../persistence/catalog.ts';
import { type Change, changedTables } from '../persistence/changes.ts';
import { type Context, serverContext } from '../persistence/context.ts';
import { observed } from '../persistence/observed-database.ts';
import { IndexAdvice } from '../persistence/read/index-advice.ts';
import type { Draft } from '../persistence/schema-change/draft.ts';
import type { SchemaChange } from '../persistence/schema-change/schema-change.ts';
import type { Calls, Store } from '../persistence/store.ts';
import type { Surroundings } from '../persistence/surroundings.ts';
import { TableVersions } from '../persistence/table-versions.ts';
import type { Table } from '../schema/column.ts';
import { notifyConsumers } from '../services/consumers/notify.ts';
import { fileData } from '../services/files/data.ts';
import { notifyAfter } from '../services/hooks/run.ts';
import { itemsService } from '../services/items/service.ts';
import type { Mailer } from '../services/mail/mailer.ts';
import { Background } from '../shared/background.ts';
import { EpochLru } from '../shared/epoch-lru.ts';
import { within } from '../shared/within.ts';
import type { StorageConfig } from '../storage/config.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { AnswerCache } from './answer-cache.ts';
import { CurrentCatalog, firstCatalog, type LoadedCatalog } from './current-catalog.ts';
import { IdentityCache } from './identity-cache.ts';
import { mailerOf } from './mailer.ts';
import { ProjectExtensions } from './project-extensions.ts';
import { Workers } from './workers.ts';

const IDENTITY_TABLES = ['directus_users', 'directus_roles'];
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
  readonly #catalog: CurrentCatalog;
  readonly #workers: Workers;
  /** How many requests are using the project. */
  #holds = 0;
  /** Called when no request uses the project any more. */
  readonly #awaiting: (() => void)[] = [];

  private constructor(
    config: ProjectConfig,
    dialect: Dialect,
    database: Database,
    parts: ProjectParts,
    loaded: LoadedCatalog,
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
    this.#extensions = extensions;
    this.answers = new AnswerCache(this, versions, parts.surroundings.answers);
    this.mailer = mailerOf(config, parts.surroundings);
    this.#workers = new Workers(this);
    this.#catalog = new CurrentCatalog(this, loaded, {
      writtenElsewhere: () => this.#writtenElsewhere(),
      // Another process has created them, and may since have died and left work in them.
      tablesAdded: (tables) => this.#workers.wake(tables),
      schemaRead: () => this.#workers.schemaRead(),
    });
  }

  /** Loads a project whose database is open and installed. */
  static async load(
    config: ProjectConfig,
    dialect: Dialect,
    database: Database,
    parts: ProjectParts,
  ): Promise<Project> {
    const loaded = await firstCatalog({ database, dialect });
    const extensions = await ProjectExtensions.load(config.project, parts.surroundings);
    const project = new Project(config, dialect, database, parts, loaded, extensions);
    project.#workers.start(project.catalog.internalTables);
    notifyAfter(serverContext(project), { events: ['application.boot'] }, { project: config.project });
    return project;
  }

  /** Starts no more work of its own, and resolves when the steps in progress have ended. */
  rest(): Promise<void> {
    return this.#workers.rest();
  }

  /** Resolves when no request uses the project, or after the timeout. */
  unused(timeoutMs: number): Promise<void> {
    if (this.#holds === 0) return Promise.resolve();
    return within(timeoutMs, new Promise<void>((done) => this.#awaiting.push(done)));
  }

  async close(): Promise<void> {
    await this.#workers.stopAllButDeliveries();
    this.answers.clear();
    await this.background.settled(BACKGROUND_MS);
    await this.#workers.stopDeliveries();
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
    return this.#holds > 0 || this.#catalog.isChanging || this.background.isBusy || this.#workers.isBusy;
  }

  /** When the next job, delivery or scheduled change is due; null if there is none. */
  get nextDue(): number | null {
    return this.#workers.nextDue;
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
    return this.#catalog.catalog;
  }

  async committed(context: Context, changes: readonly Change[], reread = true): Promise<void> {
    const tables = changedTables(changes);
    this.#workers.committed(tables);
    if (IDENTITY_TABLES.some((table) => tables.has(table))) this.identities.clear();
    if (tables.has('directus_files')) this.assets.clear();
    if (reread) await this.#catalog.rereadAfter(tables);
    await notifyConsumers(context, changes);
  }

  changingSchema<T>(work: (change: SchemaChange) => Promise<T>, draft?: Draft): Promise<T> {
    return this.#catalog.changingSchema(work, draft);
  }

  refresh(): Promise<void> | null {
    return this.surroundings.watchExtensions ? this.#refreshAll() : this.#catalog.refresh();
  }

  async #refreshAll(): Promise<void> {
    await this.#extensions.refresh();
    await this.#catalog.refresh();
  }

  outdated(catalog: Catalog): Promise<void> {
    return this.#catalog.outdated(catalog);
  }

  outboxSettled(timeoutMs: number): Promise<void> {
    return this.#workers.deliveriesSettled(timeoutMs);
  }

  /** Resolves when every due job, scheduled change and delivery has been tried, or after the timeout. */
  workSettled(timeoutMs: number): Promise<void> {
    return this.#workers.settled(timeoutMs);
  }

  internalTable(table: Table): Promise<void> {
    return this.#catalog.internalTable(table);
  }

  hasInternalTable(table: Table): Promise<boolean> {
    return this.#catalog.hasInternalTable(table);
  }

  #writtenElsewhere(): void {
    this.identities.clear();
    this.assets.clear();
  }
}
