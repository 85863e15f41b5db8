import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { ConfigError } from '../config/config-error.ts';
import type { ProjectConfig } from '../config/project-config.ts';
import { ApiError } from '../errors/api-error.ts';
import { unprocessable } from '../errors/unprocessable.ts';
import type { StorageConfig } from '../storage/config.ts';
import { roomsOf } from '../storage/open.ts';
import type { Locations } from './locations.ts';

/** The configured projects of a server, and where each has its files. */
interface ConfiguredProjects {
  configs(): readonly ProjectConfig[];
  readonly locations: Pick<Locations, 'storageConfigOf'>;
}

/** Folders of the data folder that may neither contain nor be contained in a project's storage. */
const KEPT = ['config', 'databases', 'backups', 'extensions'];

/**
 * Refuses a storage inside or around that of another project: each would treat the other's files as its own. Errors 18,
 * 12.
 */
export function requireFreeStorage(projects: ConfiguredProjects, config: ProjectConfig): void {
  const storage = projects.locations.storageConfigOf(config);
  const wanted = placesOf(storage);
  for (const other of projects.configs()) {
    if (other.project === config.project) continue;
    const taken = placesOf(projects.locations.storageConfigOf(other));
    if (wanted.some((place) => taken.some((one) => overlap(place, one))))
      throw new ApiError('storageInUse', { project: config.project });
  }
  const [originals = '', generated = ''] = wanted;
  if (overlap(originals, generated))
    throw unprocessable('storage: "root" and "thumb_root" must not lie in one another');
}

/** Refuses folders that the server uses itself, after following links. Throws {@link ConfigError}. */
export function refuseKeptFolders(storage: StorageConfig, data: string): void {
  if (storage.bucket) return;
  const kept = KEPT.map((name) => `${realPath(join(data, name))}${sep}`);
  if (placesOf(storage).some((place) => kept.some((one) => overlap(place, one))))
    throw new ConfigError(`the files of a project cannot lie in ${storage.root} or ${storage.thumbRoot}`);
}

/** The folders of a storage, or its key prefixes after the bucket name. */
function placesOf({ root, thumbRoot, bucket }: StorageConfig): string[] {
  if (!bucket) return [root, thumbRoot].map((folder) => `${realPath(folder)}${sep}`);
  const name = `${bucket.endpoint ?? bucket.region} ${bucket.bucket}`;
  return [root, thumbRoot].map((prefix) => (prefix === '' ? `${name}/` : `${name}/${prefix}/`));
}

/**
 * Whether a project has its objects in a bucket, below prefixes that no other project of this server uses. A storage
 * without a prefix shares the bucket with everything in it. Buckets with equal names count as the same, since one
 * bucket has many addresses.
 */
export function isAloneInBucket(projects: ConfiguredProjects, config: ProjectConfig): boolean {
  const own = prefixesOf(projects.locations.storageConfigOf(config));
  if (own.length === 0 || own.some(({ prefix }) => prefix === '/')) return false;
  const others = projects.configs().filter(({ project }) => project !== config.project);
  const taken = others.flatMap((other) => prefixesOf(projects.locations.storageConfigOf(other)));
  return !own.some((one) =>
    taken.some(({ bucket, prefix }) => bucket === one.bucket && (prefix === '/' || overlap(prefix, one.prefix))),
  );
}

/** The prefixes of all keys that a storage uses, with its bucket; empty if it has no bucket. */
function prefixesOf(storage: StorageConfig): { bucket: string; prefix: string }[] {
  const { bucket } = storage;
  if (!bucket) return [];
  return Object.values(roomsOf(storage)).map((start) => ({ bucket: bucket.bucket, prefix: `${start}/` }));
}

const overlap = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** Resolves the links of a path as far as it exists. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), path.slice(dirname(path).length));
}
