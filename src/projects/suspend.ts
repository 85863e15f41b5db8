import type { ProjectConfig, Suspension } from '../config/project-config.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ProjectRegistry } from './registry.ts';

/** The configuration of a project that nothing is done to at the moment. Errors 1, 18. */
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

/** Ends the suspension of a project, and calls off its removal. Errors 1, 18. */
export async function resumeProject(registry: ProjectRegistry, key: string): Promise<void> {
  await registry.exclusively(async () => {
    const { suspended, ...config } = manageable(registry, key);
    if (suspended) registry.rewrite(config);
  });
}

const DAY_MS = 86_400_000;

/** How a project is removed. */
export interface Removal {
  /** After how many days; at once unless given. */
  readonly days?: number;
  /** Whether its backups stay. */
  readonly keepBackups?: boolean;
  /** Whether its files stay where they are. */
  readonly keepFiles?: boolean;
}

/** Suspends a project, and has it removed with its data when the days are over. Errors 1, 18. */
export async function scheduleRemoval(registry: ProjectRegistry, key: string, removal: Removal): Promise<void> {
  await registry.exclusively(() => registry.suspend(manageable(registry, key), suspensionFor(removal)));
}

/** The suspension of a project that is to be removed. */
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
