import type { ProjectConfig } from '../../config/project-config.ts';

/**
 * What the database of a project held before the project was made: it did not exist, it was empty, or it had tables,
 * but no system tables.
 */
type Former = 'absent' | 'empty' | 'tables';

/** The former state of a database that is being filled, and its mark. */
export interface Filled {
  readonly former: Former;
  /** Kept in the database from the first write until the project is complete. */
  readonly mark: string;
}

/** A project that is being made, and what has been written for it. */
export interface UnfinishedProject {
  /** The configuration that the project will have. */
  readonly config: ProjectConfig;
  /** Null as long as nothing has been written into the database. */
  readonly filled: Filled | null;
  /** Whether files may have been written into its storage, which was empty before. */
  readonly files: boolean;
}
