import { join } from 'node:path';
import { ProjectFiles } from '../config/project-files.ts';
import { Connector } from '../net/connector.ts';
import type { Surroundings } from '../persistence/surroundings.ts';
import { BoundedMemory } from '../shared/bounded-memory.ts';
import { Presence } from './fleet/presence.ts';
import { newSteps } from './jobs.ts';
import { ProjectRegistry } from './registry.ts';

/** Defaults for commands, since these are otherwise set by the server. */
const plain = (data: string): Surroundings => ({
  connector: new Connector(),
  delivers: false,
  steps: newSteps(),
  studio: false,
  watchExtensions: false,
  maxUpload: 100 * 1024 * 1024,
  extensions: join(data, 'extensions'),
  answers: new BoundedMemory(0),
  log: { info: () => {}, warn: () => {}, error: () => {} },
});

/** Opens the registry of a data folder. Throws ConfigError if one of its files is unusable. */
export function openRegistry(
  data: string,
  surroundings: Surroundings = plain(data),
  presence: Presence = new Presence(data),
): ProjectRegistry {
  return new ProjectRegistry(new ProjectFiles(join(data, 'config')), data, surroundings, presence);
}
