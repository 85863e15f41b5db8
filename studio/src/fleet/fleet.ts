import { locale, number, t } from '../i18n/messages.ts';
import type { Status } from '../model/status.ts';

/** The engines that a project can use. */
type Engine = 'sqlite' | 'mysql' | 'postgres';

/** The database of a project, as the server shows it. */
export interface ShownDatabase {
  readonly engine: Engine;
  readonly name: string;
  readonly host: string | null;
  readonly port: number | null;
}

/** A project as the server shows it to those who run it. */
export interface FleetProject {
  readonly project: string;
  readonly private: boolean;
  readonly database: ShownDatabase;
  readonly suspended: {
    readonly by: 'operator' | 'move' | 'removal';
    readonly since: string;
    readonly remove_on?: string;
    readonly keep_backups?: boolean;
    readonly keep_files?: boolean;
    readonly failure?: { readonly message: string; readonly retry_on: string };
  } | null;
  readonly health: { readonly state: string; readonly message: string | null };
  readonly facts: {
    readonly name: string;
    readonly size: number;
    readonly users: number;
    readonly last_activity: string | null;
    readonly migration: string | null;
    readonly internal_tables: readonly string[];
    readonly last_backup: string | null;
  } | null;
  readonly checked_on: string;
}

/** A copy or a move of a project. */
export interface Operation {
  readonly id: string;
  readonly kind: 'copy' | 'move';
  readonly project: string;
  readonly to: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly source: ShownDatabase;
  readonly target: ShownDatabase;
  readonly progress: {
    readonly phase: string;
    readonly table: string | null;
    readonly rows: { readonly done: number; readonly total: number | null };
  };
  readonly error: { readonly message: string } | null;
  readonly started_on: string;
  readonly ended_on: string | null;
}

export const ENGINES = { sqlite: 'SQLite', mysql: 'MySQL', postgres: 'PostgreSQL' } as const;

/** The name that people see; the key if it is not known. */
export const nameOf = ({ facts, project }: FleetProject): string => facts?.name || project;

/** The health of a project, by shape, colour and words. */
export function stateOf({ suspended, health }: FleetProject): Status {
  const label = suspended ? t(`fleet.by.${suspended.by}`) : t(`fleet.health.${health.state}`);
  const isFull = !suspended && health.state === 'ok';
  const isWorse = !suspended && !isFull && health.state !== 'unknown';
  const shape = isFull ? 'full' : isWorse ? 'half' : 'square';
  return { value: label, label, shape, isDeleted: false, isPublished: isFull };
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in a suitable unit. */
export function sizeText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

/** Where a database is, in one line. */
export function placeOf({ engine, name, host, port }: ShownDatabase): string {
  const at = host === null ? '' : ` · ${host}${port === null ? '' : `:${port}`}`;
  return `${ENGINES[engine]} · ${name}${at}`;
}

/** The share of an operation that is done, over all of its phases; null while it is not known. */
export function shareOf({ kind, state, progress }: Operation): number | null {
  if (state === 'done') return 1;
  const phases = kind === 'move' ? ['rows', 'reading_back', 'original'] : ['rows', 'reading_back', 'files'];
  const at = phases.indexOf(progress.phase);
  const { done, total } = progress.rows;
  if (at < 0) return null;
  return (at + (total ? Math.min(1, done / total) : 0)) / phases.length;
}

/** What an operation does, in a sentence. */
export function deedOf({ kind, project, to, target }: Operation): string {
  return t(`fleet.deed.${kind}`, { project, to, engine: ENGINES[target.engine] });
}

/** How many rows an operation has handled in its phase. */
export function rowsOf({ progress: { rows } }: Operation): string {
  return rows.total === null ? number(rows.done) : `${number(rows.done)} / ${number(rows.total)}`;
}
