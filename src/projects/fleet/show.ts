import type { Engine } from '../../config/engine.ts';
import type { ProjectConfig, Suspension } from '../../config/project-config.ts';
import type { Facts } from './facts.ts';
import type { Finding, Health } from './health.ts';

/** A database in its shown form: without account and password. */
export interface ShownDatabase {
  readonly engine: Engine;
  readonly name: string;
  /** Null for an embedded database. */
  readonly host: string | null;
  readonly port: number | null;
}

/** A project as operators see it. */
export interface ShownProject {
  readonly project: string;
  readonly private: boolean;
  readonly database: ShownDatabase;
  readonly suspended: Suspension | null;
  readonly health: Health;
  /** Null if they could not be read. */
  readonly facts: Facts | null;
  readonly checked_on: string;
}

/** The shown part of a database address. */
export function showDatabase({ type, name, host, port }: ProjectConfig['database']): ShownDatabase {
  return { engine: type, name, host: host ?? null, port: port ?? null };
}

/** The shown form of a project. */
export function showProject(config: ProjectConfig, { health, facts, checked_on }: Finding): ShownProject {
  const { project, private: hidden, database, suspended = null } = config;
  return { project, private: hidden, database: showDatabase(database), suspended, health, facts, checked_on };
}
