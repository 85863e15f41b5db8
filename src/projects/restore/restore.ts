import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseConfig, ProjectConfig } from '../../config/project-config.ts';
import type { Database } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { internalTables } from '../../schema/internal/tables.ts';
import type { BackedUpProject } from '../../services/backups/archive/contents.ts';
import { damaged, framesOf, textOf } from '../../services/backups/archive/reader.ts';
import { verifyBackup } from '../../services/backups/verify.ts';
import { openStorage } from '../../storage/open.ts';
import { requireCopy } from '../copy/copy.ts';
import { compare } from '../copy/fill.ts';
import { openTarget, type Target } from '../copy/target.ts';
import { UNWATCHED } from '../copy/watch.ts';
import { requireFreeStorage } from '../free-storage.ts';
import type { ProjectRegistry } from '../registry.ts';
import { type Notes, whileUnfinished } from '../unfinished/while-unfinished.ts';
import { restoreFiles } from './files.ts';
import { restoreTables } from './tables.ts';

/** The backup to restore, and the key and the database for the project. */
interface Restore {
  readonly file: string;
  readonly to: string;
  readonly database: DatabaseConfig;
}

/** The result of a restoration. */
interface Restored {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** When the backup was begun. */
  readonly begun: string;
}

/**
 * Creates a project from a backup, in an empty database of any engine. It becomes a project once everything has been
 * read back and compared; if that fails, it leaves nothing behind. Errors 4, 11, 12, 18, 19.
 */
export async function restoreProject(registry: ProjectRegistry, restore: Restore): Promise<Restored> {
  const { begun, project, auth } = await readProject(restore.file);
  for await (const _ of verifyBackup(restore.file));
  return registry.exclusively(async () => {
    requireCopy(registry, restore.to);
    const [user] = registry.usersOf(restore.database);
    if (user) throw new ApiError('databaseInUse', { project: user.project });
    const isSame = restore.to === project;
    const made: ProjectConfig = {
      project: restore.to,
      private: false,
      database: restore.database,
      auth: isSame ? auth : newKeys(),
      sections: {},
    };
    requireFreeStorage(registry, made);
    const target = await openTarget(registry, restore.database);
    return whileUnfinished(registry, made, async (notes) => {
      const work = (database: Database) => fill(registry, restore.file, { made, target, database, isSame, notes });
      const restored = await target.filled(work, (filled) => notes.fills(filled));
      await registry.add(made);
      return { ...restored, begun };
    });
  });
}

async function readProject(file: string): Promise<BackedUpProject> {
  for await (const frame of framesOf(file)) {
    if (frame.head.kind === 'project') return JSON.parse(await textOf(frame)) as BackedUpProject;
    break;
  }
  throw damaged('it does not name its project');
}

const newKeys = () => ({ secret: randomBytes(32).toString('base64url'), public: randomUUID() });

/**
 * Tables that are not restored under another key: the project is a copy then, and gets nothing that grants access to
 * the original or acts for it.
 */
const OF_ORIGINAL: ReadonlySet<string> = new Set(
  internalTables.filter(({ backedUp }) => backedUp).map(({ name }) => name),
);

interface Filling {
  readonly made: ProjectConfig;
  readonly target: Target;
  readonly database: Database;
  readonly isSame: boolean;
  readonly notes: Notes;
}

async function fill(
  registry: ProjectRegistry,
  file: string,
  { made, target, database, isSame, notes }: Filling,
): Promise<Omit<Restored, 'begun'>> {
  const { dialect } = target;
  const restored = await restoreTables(file, database, dialect, (name) => isSame || !OF_ORIGINAL.has(name));
  const snapshot = await target.openSnapshot();
  try {
    await compare({ dialect, snapshot }, restored.tables, restored.sums, UNWATCHED);
  } finally {
    await snapshot.close();
  }
  const files = await fillStorage(registry, file, made, restored.disks, notes);
  const rows = [...restored.sums.values()].reduce((sum, { rows: count }) => sum + count, 0);
  return { tables: restored.tables.length, rows, files };
}

async function fillStorage(
  registry: ProjectRegistry,
  file: string,
  made: ProjectConfig,
  disks: ReadonlySet<string>,
  notes: Notes,
): Promise<number> {
  const storage = openStorage(registry.locations.storageConfigOf(made));
  try {
    for await (const { name } of storage.list('originals/'))
      throw unprocessable(`The storage is not empty: it has "${name}"`);
    notes.fillsStorage();
    return await restoreFiles(file, storage, disks).catch(async (error: unknown) => {
      for (const disk of disks) await storage.remove(`originals/${disk}`).catch(() => {});
      throw error;
    });
  } finally {
    await storage.close();
  }
}
