import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseConfig, ProjectConfig } from '../../config/project-config.ts';
import { isProjectKey } from '../../config/project-files.ts';
import type { Database } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import { connected } from '../connected.ts';
import type { ProjectRegistry } from '../registry.ts';
import { copyContents, sectionsOfCopy } from './contents.ts';
import { compare, fill, type Sums } from './fill.ts';
import { portableTables, refuseTables } from './portable.ts';
import type { From } from './rows.ts';
import { openTarget, type Target } from './target.ts';

/** Which project is to be copied, what the copy is called and where it lies. */
export interface Copy {
  readonly from: string;
  readonly to: string;
  readonly database: DatabaseConfig;
}

/**
 * Copies a project into an empty database of any engine, out of one state of its own, and the contents of its files to
 * a storage of their own. The copy becomes a project when every table reads back as it was read; a copy that fails
 * leaves no table and no content. Errors 1, 4, 12, 18, 19.
 */
export async function copyProject(registry: ProjectRegistry, copy: Copy): Promise<Sums> {
  return registry.alone(async () => {
    const config = configOf(registry, copy);
    const dialect = await dialectOf(config.database.type);
    const snapshot = await connected(dialect.look(registry.addressOf(config.database)));
    try {
      const from = { dialect, snapshot };
      const target = await openTarget(registry, copy.database);
      const twin = copyOf(config, copy);
      const sums = await target.filled(async (database) => {
        const read = await copyTables(from, target, database);
        await copyContents(registry.storageOf(config), registry.storageOf(twin));
        return read;
      });
      await registry.add(twin);
      return sums;
    } finally {
      await snapshot.close();
    }
  });
}

function configOf(registry: ProjectRegistry, { from, to, database }: Copy): ProjectConfig {
  const config = registry.configOf(from);
  if (!config) throw new ApiError('unknownProject', { project: from });
  if (!isProjectKey(to)) throw new ApiError('validation', { violations: `project: ${violation.invalid}` });
  if (registry.configOf(to)) throw new ApiError('projectExists', { project: to });
  const [user] = registry.usersOf(database);
  if (user) throw new ApiError('databaseInUse', { project: user.project });
  return config;
}

async function copyTables(from: From, target: Target, database: Database): Promise<Sums> {
  const { dialect } = target;
  const tables = await portableTables(from.snapshot, from.dialect);
  refuseTables(tables, dialect.capabilities);
  const sums = await fill(from, dialect, database, tables);
  const snapshot = await target.look();
  try {
    await compare({ dialect, snapshot }, tables, sums);
    return sums;
  } finally {
    await snapshot.close();
  }
}

/** The copy signs tokens with keys of its own: who is signed in to one project is not signed in to the other. */
function copyOf({ private: hidden, auth, sections }: ProjectConfig, { to, database }: Copy): ProjectConfig {
  const keys = { secret: randomBytes(32).toString('base64url'), public: randomUUID() };
  return { project: to, private: hidden, database, auth: { ...auth, ...keys }, sections: sectionsOfCopy(sections) };
}
