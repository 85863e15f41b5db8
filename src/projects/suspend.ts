import type { ProjectConfig, Suspension } from '../config/project-config.ts';
import { ApiError } from '../errors/api-error.ts';
import { DAY_MS } from '../shared/time-units.ts';
import type { ProjectRegistry } from './registry.ts';

/** The configuration of a project that no operation is working on. Errors 1, 18. */
export function manageable(registry: ProjectRegistry, key: string): ProjectConfig {
  const config = registry.configOf(key);
  if (!config) throw new ApiError('unknownProject', { project: key });
  if (config.suspended?.by === 'move' || registry.isReserved(key))
    throw new ApiError('projectInOperation', { project: key });
  return config;
}

/** Suspends a project: it answers no requests and does no work until it is resumed. Errors 1, 18. */
export async function suspendProject(registry: ProjectRegistry, key: string): Promise<void> {
  await registry.exclusively(async () => {
    const config = manageable(registry, key);
    if (config.suspended) return;
    await registry.suspend(config, { by: 'operator', since: new Date().toISOString() });
  });
}

/** Ends the suspension of a project, and cancels its removal. Errors 1, 18. */
export async function resumeProject(registry: ProjectRegistry, key: string): Promise<void> {
  await registry.exclusively(async () => {
    const { suspended, ...config } = manageable(registry, key);
    if (suspended) registry.rewrite(config);
  });
}

/** The options of a removal. */
export interface Removal {
  /** After how many days to remove it; at once by default. */
  readonly days?: number;
  /** Whether to keep its backups. */
  readonly keepBackups?: boolean;
  /** Whether to keep its files. */
  readonly keepFiles?: boolean;
}

/** Suspends a project, and schedules its removal with all data after the given days. Errors 1, 18. */
export async function scheduleRemoval(registry: ProjectRegistry, key: string, removal: Removal): Promise<void> {
  await registry.exclusively(() => registry.suspend(manageable(registry, key), suspensionFor(removal)));
}

/** The suspension of a project that is scheduled for removal. */
export function suspensionFor({ days = 0, keepBackups, keepFiles }: Removal): Suspension {
  const now = Date.now();
  return {
    by: 'removal',
    since: new Date(now).toISOString(),
    remove_on: new Date(now + days * DAY_MS).toISOString(),
    ...(keepBackups && { keep_backups: true }),
    ...(keepFiles && { keep_files: true }),
  };
}
