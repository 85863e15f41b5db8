import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseConfig, ProjectConfig } from '../../config/project-config.ts';
import { isNewProjectKey } from '../../config/project-files.ts';
import type { Database } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import { isRecord } from '../../shared/is-record.ts';
import { openStorage } from '../../storage/open.ts';
import { connected } from '../connected.ts';
import type { ProjectRegistry } from '../registry.ts';
import { copyFiles } from './files.ts';
import { compare, fill, type Sums } from './fill.ts';
import { portableTables, refuseTables } from './portable.ts';
import type { From } from './rows.ts';
import { openTarget, type Target } from './target.ts';

/** The project to copy, and the key and the database of the copy. */
interface Copy {
  readonly from: string;
  readonly to: string;
  readonly database: DatabaseConfig;
}

/** The content of a copy: its tables with their checksums, and the number of files. */
interface Copied {
  readonly sums: Sums;
  readonly files: number;
}

/**
 * Copies a project from one snapshot into an empty database of any engine. The copy becomes a project once every table
 * and file has been read back and compared; a copy that fails leaves nothing behind. Errors 1, 4, 12, 18, 19.
 */
export async function copyProject(registry: ProjectRegistry, copy: Copy): Promise<Copied> {
  return registry.exclusively(async () => {
    const config = configOf(registry, copy);
    const dialect = await dialectOf(config.database.type);
    const snapshot = await connected(dialect.openSnapshot(registry.addressOf(config.database)));
    try {
      const from = { dialect, snapshot };
      const target = await openTarget(registry, copy.database);
      const made = copyOf(config, copy);
      const copied = await target.filled(async (database) => {
        const sums = await copyTables(from, target, database);
        return { sums, files: await copyStored(registry, config, made) };
      });
      await registry.add(made);
      return copied;
    } finally {
      await snapshot.close();
    }
  });
}

function configOf(registry: ProjectRegistry, { from, to, database }: Copy): ProjectConfig {
  const config = registry.configOf(from);
  if (!config) throw new ApiError('unknownProject', { project: from });
  if (!isNewProjectKey(to)) throw new ApiError('validation', { violations: `project: ${violation.invalid}` });
  if (registry.configOf(to)) throw new ApiError('projectExists', { project: to });
  const [user] = registry.usersOf(database);
  if (user) throw new ApiError('databaseInUse', { project: user.project });
  return config;
}

async function copyStored(registry: ProjectRegistry, from: ProjectConfig, to: ProjectConfig): Promise<number> {
  const [source, target] = [from, to].map((config) => openStorage(registry.storageConfigOf(config)));
  if (!source || !target) return 0;
  try {
    return await copyFiles(source, target);
  } finally {
    await source.close();
    await target.close();
  }
}

async function copyTables(from: From, target: Target, database: Database): Promise<Sums> {
  const { dialect } = target;
  const tables = await portableTables(from.snapshot, from.dialect);
  refuseTables(tables, dialect.capabilities);
  const sums = await fill(from, dialect, database, tables);
  const snapshot = await target.openSnapshot();
  try {
    await compare({ dialect, snapshot }, tables, sums);
    return sums;
  } finally {
    await snapshot.close();
  }
}

/**
 * The copy has its own signing keys, so a session of one project is not valid in the other. Its files have their own
 * storage.
 */
function copyOf({ private: hidden, auth, sections }: ProjectConfig, { to, database }: Copy): ProjectConfig {
  const keys = { secret: randomBytes(32).toString('base64url'), public: randomUUID() };
  const { root, thumb_root, root_url, ...storage } = isRecord(sections.storage) ? sections.storage : {};
  const own = sections.storage === undefined ? sections : { ...sections, storage };
  return { project: to, private: hidden, database, auth: { ...auth, ...keys }, sections: own };
}
