import { join } from 'node:path';
import { ProjectFiles } from '../config/project-files.ts';
import { Connector } from '../net/connector.ts';
import type { Surroundings } from '../persistence/store.ts';
import { ProjectRegistry } from './registry.ts';

/** What holds where no server says otherwise. */
const plain = (data: string): Surroundings => ({
  connector: new Connector(),
  delivers: false,
  watchExtensions: false,
  maxUpload: 100 * 1024 * 1024,
  extensions: join(data, 'extensions'),
  log: { info: () => {}, warn: () => {}, error: () => {} },
});

/** The projects of a data folder. Throws ConfigError when a file of theirs cannot be used. */
export function openRegistry(data: string, surroundings: Surroundings = plain(data)): ProjectRegistry {
  return new ProjectRegistry(new ProjectFiles(join(data, 'config')), data, surroundings);
}
