import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseConfig, ProjectConfig } from '../../config/project-config.ts';
import { isNewProjectKey } from '../../config/project-files.ts';
import type { Database, Snapshot } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { ApiError } from '../../errors/api-error.ts';
import { brokenRule, violation } from '../../errors/violations.ts';
import { portableTables, refuseTables } from '../../persistence/portable/portable.ts';
import { estimateRows } from '../../persistence/tally.ts';
import type { Table } from '../../schema/column.ts';
import { isRecord } from '../../shared/is-record.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { openStorage } from '../../storage/open.ts';
import { connected } from '../connected.ts';
import type { ProjectRegistry } from '../registry.ts';
import { type Notes, whileUnfinished } from '../unfinished/while-unfinished.ts';
import { copyFiles, requireEmpty } from './files.ts';
import { compare, fill, requireUnchanged, type Sums } from './fill.ts';
import type { From } from './rows.ts';
import { openTarget, type Target } from './target.ts';
import { type CopyWatch, UNWATCHED } from './watch.ts';

/** The project to copy, and the key and the database of the copy. */
interface Copy {
  readonly from: string;
  readonly to: string;
  readonly database: DatabaseConfig;
}

/** The contents of a copy: its tables with their checksums, and the number of files. */
interface Copied {
  readonly sums: Sums;
  readonly files: number;
}

/**
 * Copies a project from one snapshot into an empty database of any engine. The copy becomes a project once every table
 * and file has been read back and compared; a copy that fails leaves nothing behind. Errors 1, 4, 11, 12, 18, 19.
 */
export async function copyProject(registry: ProjectRegistry, copy: Copy): Promise<Copied> {
  return registry.exclusively(async () => {
    const config = configToCopy(registry, copy);
    const made = copyOf(config, copy);
    const target = await openTarget(registry, copy.database);
    return whileUnfinished(registry, made, async (notes) => {
      const copied = await copyContents(registry, { config, made, target, whole: false }, noting(notes));
      await registry.add(made);
      return copied;
    });
  });
}

const noting = (notes: Notes): CopyWatch => ({
  ...UNWATCHED,
  fills: (filled) => notes.fills(filled),
  begins: (phase) => phase === 'files' && notes.fillsStorage(),
});

/** The source and the target of a copy. */
interface Contents {
  readonly config: ProjectConfig;
  /** The configuration of the copy. */
  readonly made: ProjectConfig;
  readonly target: Target;
  /**
   * Whether this is a move: all internal tables are copied, files stay where they are, and nobody may write to the
   * source meanwhile.
   */
  readonly whole: boolean;
}

/** Copies tables and files, and compares them. If it throws, it leaves nothing behind. Errors 11, 12, 19. */
export async function copyContents(
  registry: ProjectRegistry,
  { config, made, target, whole }: Contents,
  watch: CopyWatch,
): Promise<Copied> {
  const dialect = await dialectOf(config.database.type);
  const open = () => connected(dialect, dialect.openSnapshot(registry.locations.addressOf(config.database)));
  const work = async (database: Database): Promise<Copied> => {
    const { tables, sums, rows } = await reading(open, (snapshot) =>
      copyTables({ dialect, snapshot }, target, database, { whole, watch }),
    );
    if (!whole) return { sums, files: await copyStored(registry, config, made, watch) };
    watch.begins('original', rows);
    await reading(open, (snapshot) => requireUnchanged({ dialect, snapshot }, tables, sums, watch));
    return { sums, files: 0 };
  };
  return target.filled(work, (filled) => watch.fills(filled));
}

/** Runs `work` on a snapshot, and closes the snapshot. */
async function reading<T>(open: () => Promise<Snapshot>, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = await open();
  try {
    return await work(snapshot);
  } finally {
    await snapshot.close();
  }
}

/** The configuration of the project to copy, if the copy can have its key and its database. Errors 1, 4, 18. */
function configToCopy(registry: ProjectRegistry, { from, to, database }: Copy): ProjectConfig {
  const config = registry.configOf(from);
  if (!config) throw new ApiError('unknownProject', { project: from });
  requireCopy(registry, to);
  const [user] = registry.usersOf(database);
  if (user) throw new ApiError('databaseInUse', { project: user.project });
  return config;
}

/** Throws errors 4 and 18 unless a copy can have this key. */
export function requireCopy(registry: ProjectRegistry, to: string): void {
  if (!isNewProjectKey(to)) throw brokenRule('project', violation.invalid);
  if (registry.configOf(to) || registry.isReserved(to)) throw new ApiError('projectExists', { project: to });
}

async function copyStored(
  registry: ProjectRegistry,
  from: ProjectConfig,
  to: ProjectConfig,
  watch: CopyWatch,
): Promise<number> {
  const [source, target] = [from, to].map((config) => openStorage(registry.locations.storageConfigOf(config)));
  if (!source || !target) return 0;
  try {
    await requireEmpty(target);
    watch.begins('files', null);
    return await copyFiles(source, target, watch);
  } finally {
    await source.close();
    await target.close();
  }
}

interface CopiedTables {
  readonly tables: readonly Table[];
  readonly sums: Sums;
  readonly rows: number;
}

async function copyTables(
  from: From,
  target: Target,
  database: Database,
  { whole, watch }: { readonly whole: boolean; readonly watch: CopyWatch },
): Promise<CopiedTables> {
  const { dialect } = target;
  const tables = await portableTables(from.snapshot, from.dialect, whole ? 'all' : 'copied');
  refuseTables(tables, dialect.capabilities);
  watch.begins('rows', watch.showsTotal ? await estimateAll(from, tables) : null);
  const sums = await fill(from, dialect, database, tables, watch);
  const rows = [...sums.values()].reduce((sum, table) => sum + table.rows, 0);
  const snapshot = await target.openSnapshot();
  try {
    watch.begins('reading_back', rows);
    await compare({ dialect, snapshot }, tables, sums, watch);
    return { tables, sums, rows };
  } finally {
    await snapshot.close();
  }
}

/** The approximate number of rows in all tables. */
async function estimateAll({ snapshot }: From, tables: readonly Table[]): Promise<number> {
  let all = 0;
  for (const { name } of tables) {
    all += (await estimateRows(snapshot, name)).count;
    await yieldToEventLoop();
  }
  return all;
}

/**
 * The copy has its own signing keys, so a session of one project is not valid in the other. Its files have their own
 * storage.
 */
export function copyOf(
  { private: hidden, auth, sections }: ProjectConfig,
  { to, database }: Omit<Copy, 'from'>,
): ProjectConfig {
  const keys = { secret: randomBytes(32).toString('base64url'), public: randomUUID() };
  const { root, thumb_root, root_url, ...storage } = isRecord(sections.storage) ? sections.storage : {};
  const own = sections.storage === undefined ? sections : { ...sections, storage };
  return { project: to, private: hidden, database, auth: { ...auth, ...keys }, sections: own };
}
