import type { ProjectConfig } from './project-config.ts';
import { fileKeys } from './section-keys.ts';
import { unknownKeys } from './unknown-keys.ts';

/** Minimum length, so that it cannot be derived from a token. */
export const MIN_SECRET_LENGTH = 32;

/** Warnings about a project's file: unknown keys, and a secret that is too short. */
export function configWarnings({ project, database, auth, sections }: ProjectConfig): string[] {
  const unknown = unknownKeys(fileKeys, { database, auth, ...sections });
  const warnings = unknown.map(
    ({ path, message }) => `"${path}" in the file of "${project}" has no effect. ${message}`,
  );
  if (auth.secret.length >= MIN_SECRET_LENGTH) return warnings;
  const short = `"auth.secret" of "${project}" has fewer than ${MIN_SECRET_LENGTH} characters, so tokens could be forged. A new one ends all sessions.`;
  return [...warnings, short];
}
