import type { TokenIssuer } from '../auth/tokens.ts';
import type { ProjectConfig } from '../config/project-config.ts';
import type { Connection, Database, Dialect } from '../dialects/dialect.ts';
import type { Catalog, Store } from '../services/store.ts';
import { Mutex } from '../shared/mutex.ts';
import { IdentityCache } from './identity-cache.ts';
import { loadCatalog, reloadRules } from './load-catalog.ts';

const SCHEMA_TABLES: ReadonlySet<string> = new Set(['directus_collections', 'directus_fields', 'directus_relations']);
const RULE_TABLES: ReadonlySet<string> = new Set(['directus_settings', 'directus_permissions']);
const IDENTITY_TABLES: ReadonlySet<string> = new Set(['directus_users', 'directus_roles']);

/** A tenant that is open: its configuration, its database, and what is remembered of it. */
export class Project implements Store {
  readonly config: ProjectConfig;
  readonly dialect: Dialect;
  readonly database: Database;
  /** Who the bearer of a token is; forgotten when users change. */
  readonly identities = new IdentityCache();
  readonly #schemaTurn = new Mutex();
  #catalog: Catalog;

  private constructor(config: ProjectConfig, dialect: Dialect, database: Database, catalog: Catalog) {
    this.config = config;
    this.dialect = dialect;
    this.database = database;
    this.#catalog = catalog;
  }

  /** Reads what is known of a project whose database is open and installed. */
  static async load(config: ProjectConfig, dialect: Dialect, database: Database): Promise<Project> {
    await database.changedElsewhere();
    return new Project(config, dialect, database, await loadCatalog(database, dialect, 1));
  }

  get project(): string {
    return this.config.project;
  }

  /** The keys that this project's tokens are signed with. */
  get issuer(): TokenIssuer {
    const { secret, public: key } = this.config.auth;
    return { secret, public: key, project: this.config.project };
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  async committed(collections: Iterable<string>): Promise<void> {
    const touched = [...collections];
    if (touched.some((name) => IDENTITY_TABLES.has(name))) this.identities.clear();
    if (touched.some((name) => SCHEMA_TABLES.has(name))) await this.#reload();
    else if (touched.some((name) => RULE_TABLES.has(name)))
      this.#catalog = await reloadRules(this.database, this.dialect, this.#catalog);
  }

  changingSchema<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#schemaTurn.run(async () => {
      await this.refresh();
      try {
        return await this.database.transaction(work);
      } finally {
        await this.#reload();
      }
    });
  }

  async refresh(): Promise<void> {
    if (!(await this.database.changedElsewhere())) return;
    this.identities.clear();
    await this.#reload();
  }

  async #reload(): Promise<void> {
    this.#catalog = await loadCatalog(this.database, this.dialect, this.#catalog.schema.version + 1);
  }
}
