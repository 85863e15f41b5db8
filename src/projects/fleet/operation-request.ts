import { randomUUID } from 'node:crypto';
import type { DatabaseConfig, ProjectConfig } from '../../config/project-config.ts';
import { ApiError } from '../../errors/api-error.ts';
import { copyOf, requireCopy } from '../copy/copy.ts';
import { requireFreeStorage } from '../free-storage.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { Operation, StoredOperation } from './operation.ts';
import { showDatabase } from './show.ts';

/** The requested operation. */
export interface OperationRequest {
  readonly kind: Operation['kind'];
  readonly project: string;
  readonly to: string;
  readonly database: DatabaseConfig;
}

/** The configuration that an operation creates. Errors 4, 12, 18. */
export function configMadeBy(
  request: OperationRequest,
  config: ProjectConfig,
  registry: ProjectRegistry,
): ProjectConfig {
  const { kind, to, database } = request;
  if (kind === 'copy') requireCopy(registry, to);
  const [user] = registry.usersOf(database);
  if (user) throw new ApiError('databaseInUse', { project: user.project });
  if (kind === 'move') return { ...config, database };
  const made = copyOf(config, { to, database });
  requireFreeStorage(registry, made);
  return made;
}

/** The operation that a request starts, without progress yet. `owner` is the server that works on it. */
export function newOperation(request: OperationRequest, config: ProjectConfig, owner: string): StoredOperation {
  const { kind, project, to, database } = request;
  return {
    id: randomUUID(),
    kind,
    project,
    to,
    state: 'running',
    target: showDatabase(database),
    source: showDatabase(config.database),
    progress: { phase: 'waiting', table: null, rows: { done: 0, total: null } },
    error: null,
    started_on: new Date().toISOString(),
    ended_on: null,
    recovery: { owner, database, filled: null, before: config.suspended ?? null },
  };
}
