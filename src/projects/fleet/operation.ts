import type { DatabaseConfig, Suspension } from '../../config/project-config.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { CopyProgress } from '../copy/watch.ts';
import type { Filled } from '../unfinished/unfinished-project.ts';
import type { ShownDatabase } from './show.ts';

export const OPERATION_KINDS = ['copy', 'move'] as const;
export const OPERATION_STATES = ['running', 'done', 'failed', 'cancelled'] as const;

/** A copy of a project, or its move to another database, in its shown form. */
export interface Operation {
  readonly id: string;
  readonly kind: (typeof OPERATION_KINDS)[number];
  readonly project: string;
  /** The key of the copy; the project's own key if it moves. */
  readonly to: string;
  readonly state: (typeof OPERATION_STATES)[number];
  /** The target database, and the source database. */
  readonly target: ShownDatabase;
  readonly source: ShownDatabase;
  readonly progress: CopyProgress;
  readonly error: { readonly code: number | null; readonly message: string } | null;
  readonly started_on: string;
  readonly ended_on: string | null;
}

/** What another server needs to end this operation. None of it is shown. */
export interface Recovery {
  /** The server that is working on it. */
  readonly owner: string;
  readonly database: DatabaseConfig;
  /** What the target was before, and its mark; null as long as nothing has been written into it. */
  readonly filled: Filled | null;
  /** The project's suspension before it began to move. */
  readonly before: Suspension | null;
}

/** An operation in its stored form. The recovery data is removed when it has ended. */
export interface StoredOperation extends Operation {
  readonly recovery: Recovery | null;
}

/** The shown part of an operation. */
export function showOperation({ recovery: _, ...shown }: StoredOperation): Operation {
  return shown;
}

/** An operation that has just ended, with the error if it failed. */
export function endedOperation(
  operation: StoredOperation,
  state: Exclude<Operation['state'], 'running'>,
  cause: unknown = null,
): StoredOperation {
  const shown = cause === null || cause instanceof ApiError ? cause : new ApiError('internal');
  const error = shown && { code: shown.code, message: shown.message };
  return { ...operation, state, error, ended_on: new Date().toISOString(), recovery: null };
}
