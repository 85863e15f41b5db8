import { unprocessable } from '../../errors/unprocessable.ts';
import { copyOf } from '../copy/copy.ts';
import { discardFiles } from '../copy/files.ts';
import type { ProjectRegistry } from '../registry.ts';
import { endedOperation, type Recovery, type StoredOperation } from './operation.ts';
import { emptyTarget, resumeUnmoved, switchTo } from './operation-outcome.ts';
import type { OperationParts } from './operation-run.ts';

/** Ends an operation that no server is working on: completes it if that was decided, and otherwise removes its results. */
export async function endAbandoned(
  operation: StoredOperation,
  recovery: Recovery,
  { registry, files, presence }: Pick<OperationParts, 'registry' | 'files' | 'presence'>,
): Promise<void> {
  if (files.decide(operation.id, 'fails') === 'completes') {
    await registry.exclusively(() => completeSwitch(operation, recovery, registry));
    files.write(endedOperation(operation, 'done'));
    return;
  }
  await registry.exclusively(() => clean(operation, recovery, registry));
  const isOwn = recovery.owner === presence.id;
  const cause = isOwn ? 'The log of the server says what went wrong' : 'The server that did it has ended';
  files.write(endedOperation(operation, 'failed', unprocessable(cause)));
}

async function completeSwitch(
  operation: StoredOperation,
  { database }: Recovery,
  registry: ProjectRegistry,
): Promise<void> {
  const { kind, project, to } = operation;
  const config = registry.configOf(project);
  const isThere = registry.configOf(to)?.database.name === database.name;
  if (!config || (kind === 'copy' && isThere)) return;
  await switchTo(kind === 'move' ? config : copyOf(config, { to, database }), operation, registry);
}

async function clean(operation: StoredOperation, recovery: Recovery, registry: ProjectRegistry): Promise<void> {
  await emptyTarget(recovery, registry);
  if (operation.progress.phase === 'files') await discardCopiedFiles(operation, recovery, registry);
  resumeUnmoved(operation, recovery, registry);
}

/** A copy that fails removes its files itself; here, the server had no time to do so. */
async function discardCopiedFiles(
  { project, to }: StoredOperation,
  { database }: Recovery,
  registry: ProjectRegistry,
): Promise<void> {
  const config = registry.configOf(project);
  if (!config || registry.configOf(to)) return;
  await discardFiles(registry.locations.storageConfigOf(copyOf(config, { to, database })));
}
