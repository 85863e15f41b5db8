import type { DatabaseConfig, ProjectConfig } from '../../config/project-config.ts';
import { ApiError } from '../../errors/api-error.ts';
import { systemTables } from '../../schema/system/tables.ts';
import { surveyDatabase } from '../adopt/adopt.ts';
import type { Survey } from '../adopt/survey.ts';
import type { ProjectRegistry } from '../registry.ts';
import { type Removal, resumeProject, scheduleRemoval, suspendProject } from '../suspend.ts';
import type { HealthChecks } from './health.ts';
import { type ShownProject, showProject } from './show.ts';

/** A database that could be adopted: its survey, what adopting it would add, and what prevents it. */
interface Prospect extends Survey {
  /** The tables that adopting it would create. */
  readonly adds: readonly string[];
  /** The project that already uses the database; null if none does. */
  readonly used_by: string | null;
}

/** All projects of a server, for operators. */
export class Fleet {
  readonly #registry: ProjectRegistry;
  readonly #checks: HealthChecks;

  constructor(registry: ProjectRegistry, checks: HealthChecks) {
    this.#registry = registry;
    this.#checks = checks;
  }

  /** All projects, ordered by key; takes a few seconds at most. */
  async list(): Promise<ShownProject[]> {
    this.#registry.allKeys();
    return this.#show(this.#registry.configs());
  }

  /** One project. Error 1. */
  async read(key: string): Promise<ShownProject> {
    const config = this.#registry.configOf(key);
    const [shown] = config ? await this.#show([config]) : [];
    if (!shown) throw new ApiError('unknownProject', { project: key });
    return shown;
  }

  /** Suspends a project. Errors 1, 18. */
  async suspend(key: string): Promise<ShownProject> {
    await suspendProject(this.#registry, key);
    return this.read(key);
  }

  /** Resumes a project, and cancels its removal. Errors 1, 18. */
  async resume(key: string): Promise<ShownProject> {
    await resumeProject(this.#registry, key);
    this.#checks.forget(key);
    return this.read(key);
  }

  /** Suspends a project, and schedules its removal after some days. Errors 1, 18. */
  async remove(key: string, removal: Removal): Promise<ShownProject> {
    await scheduleRemoval(this.#registry, key, removal);
    return this.read(key);
  }

  /** Surveys a database to adopt. Error 19. */
  async survey(database: DatabaseConfig): Promise<Prospect> {
    const [user] = this.#registry.usersOf(database);
    const found = await surveyDatabase(this.#registry, database);
    const adds = found.system === 'none' ? systemTables.map(({ name }) => name) : [];
    return { ...found, adds, used_by: user?.project ?? null };
  }

  async #show(configs: readonly ProjectConfig[]): Promise<ShownProject[]> {
    const findings = await this.#checks.all(configs);
    return configs.flatMap((config, index) => {
      const finding = findings[index];
      return finding ? [showProject(config, finding)] : [];
    });
  }
}
