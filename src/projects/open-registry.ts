import { join } from 'node:path';
import { ProjectFiles } from '../config/project-files.ts';
import { ProjectRegistry } from './registry.ts';

/** The projects of a data folder. Throws ConfigError when a file of theirs cannot be used. */
export function openRegistry(data: string): ProjectRegistry {
  return new ProjectRegistry(new ProjectFiles(join(data, 'config')), data);
}
