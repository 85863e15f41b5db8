import type { ProjectConfig } from '../../config/project-config.ts';
import { ApiError } from '../../errors/api-error.ts';
import { openTarget } from '../copy/target.ts';
import type { ProjectRegistry } from '../registry.ts';
import { isSameDatabase } from '../same-database.ts';
import { removeMark } from '../unfinished/mark.ts';
import type { Operation, Recovery, StoredOperation } from './operation.ts';

/** Refuses completion if, meanwhile, the project was removed or its copy's key was taken. Errors 1, 18. */
export function requireUntouched(registry: ProjectRegistry, { kind, project, to }: Operation): void {
  const config = registry.configOf(project);
  if (!config) throw new ApiError('unknownProject', { project });
  if (kind === 'copy' && registry.configOf(to)) throw new ApiError('projectExists', { project: to });
  if (kind === 'move' && config.suspended?.by !== 'move') throw new ApiError('projectInOperation', { project });
}

/**
 * Puts the result of an operation into use. A project that moves keeps other changes to its configuration that were
 * made meanwhile.
 */
export async function switchTo(
  made: ProjectConfig,
  { kind, project, recovery }: StoredOperation,
  registry: ProjectRegistry,
): Promise<void> {
  if (!recovery) return;
  const current = (kind === 'move' ? registry.configOf(project) : undefined) ?? made;
  const before = kind === 'move' ? recovery.before : null;
  await registry.replace({ ...resumed(current, before), database: recovery.database });
  await removeMark(registry, recovery.database);
}

/** Removes what an operation has written into its target database, unless somebody else uses that database by now. */
export async function emptyTarget({ database, filled }: Recovery, registry: ProjectRegistry): Promise<void> {
  const isUsed = registry.configs().some((config) => isSameDatabase(config.database, database));
  if (filled && !isUsed) await (await openTarget(registry, database)).discard(filled);
}

/** Resumes a project whose move has failed, in its former place. */
export function resumeUnmoved({ kind, project }: Operation, { before }: Recovery, registry: ProjectRegistry): void {
  const config = registry.configOf(project);
  if (kind === 'move' && config?.suspended?.by === 'move') registry.rewrite(resumed(config, before));
}

/** A configuration without the suspension of a move, but with the suspension before it, if there was one. */
function resumed({ suspended: _, ...config }: ProjectConfig, before: Recovery['before']): ProjectConfig {
  return before ? { ...config, suspended: before } : config;
}
