import type { ProjectConfig } from '../../config/project-config.ts';
import type { DatabaseAddress, Dialect, Snapshot } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { jobs } from '../../schema/internal/jobs.ts';
import { activity } from '../../schema/system/activity.ts';
import { migrations } from '../../schema/system/migrations.ts';
import { settings } from '../../schema/system/settings.ts';
import { users } from '../../schema/system/users.ts';
import { asText } from '../../shared/text.ts';
import type { ProjectRegistry } from '../registry.ts';

/** What can be read about a project without opening it. */
export interface Facts {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Users whose status is active. */
  readonly users: number;
  /** The time of the latest recorded action, as ISO 8601. */
  readonly last_activity: string | null;
  /** The latest migration of the system tables. */
  readonly migration: string | null;
  readonly internal_tables: readonly string[];
  /** When the latest backup job ended. */
  readonly last_backup: string | null;
}

/** Reads the facts about a project, with a few small statements on one snapshot. Throws the engine's errors. */
export async function readFacts(registry: ProjectRegistry, { database }: ProjectConfig): Promise<Facts> {
  const dialect = await dialectOf(database.type);
  const snapshot = await openExisting(dialect, registry.locations.addressOf(database));
  try {
    return await factsIn(snapshot, dialect);
  } finally {
    await snapshot.close();
  }
}

/** Thrown if the database of a project does not exist. */
export class DatabaseMissing extends Error {}

async function openExisting(dialect: Dialect, address: DatabaseAddress): Promise<Snapshot> {
  try {
    return await dialect.openSnapshot(address);
  } catch (error) {
    if (dialect.classify(error)?.kind !== 'unreachable' || dialect.capabilities.embedded)
      if (!(await dialect.exists(address))) throw new DatabaseMissing();
    throw error;
  }
}

async function factsIn(reader: Snapshot, dialect: Dialect): Promise<Facts> {
  const internal = await dialect.internalTables(reader);
  const named = (table: ConstructorParameters<typeof TableRows>[1]) => new TableRows(dialect, table);
  const [name] = await named(settings).find(reader, [['key', '=', 'project_name']], 'id', 1);
  const [deed] = await named(activity).find(reader, [], '-id', 1, { columns: ['id', 'action_on'] });
  const [migration] = await named(migrations).find(reader, [], '-version', 1, { columns: ['version'] });
  return {
    name: asText(name?.value ?? ''),
    size: await dialect.size(reader),
    users: await named(users).count(reader, [['status', '=', 'active']]),
    last_activity: momentOf(deed?.action_on),
    migration: migration ? asText(migration.version) : null,
    internal_tables: [...internal].sort(),
    last_backup: internal.includes(jobs.name) ? await lastBackup(reader, dialect) : null,
  };
}

async function lastBackup(reader: Snapshot, dialect: Dialect): Promise<string | null> {
  const [backup] = await new TableRows(dialect, jobs).find(
    reader,
    [
      ['kind', '=', 'backup'],
      ['state', '=', 'done'],
    ],
    '-id',
    1,
    { columns: ['id', 'ended_at'] },
  );
  return backup?.ended_at ? new Date(Number(backup.ended_at)).toISOString() : null;
}

/** Stored times are in UTC, without a time zone. */
function momentOf(stored: unknown): string | null {
  const time = new Date(`${asText(stored ?? '').replace(' ', 'T')}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
