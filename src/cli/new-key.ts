import { ConfigError } from '../config/config-error.ts';
import { isNewProjectKey } from '../config/project-files.ts';

/** Throws {@link ConfigError} unless a flag names a valid key for a new project. */
export function requireNewKey(flag: string, key: string): void {
  if (!isNewProjectKey(key))
    throw new ConfigError(
      `${flag} must be letters, digits, _ and -, at most 64, not starting with _, and no name that the server uses itself, not "${key}"`,
    );
}
