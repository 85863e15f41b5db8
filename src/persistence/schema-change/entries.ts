import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
import type { Collection } from '../../schema/collection.ts';
import { schemaChanges } from '../../schema/internal/schema-changes.ts';
import { buildSchema } from '../../schema/registry.ts';
import { collectionOf } from '../../schema/schema.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { asText } from '../../shared/text.ts';
import type { Change } from '../changes.ts';
import type { Scope } from '../context.ts';
import { equals } from '../row-statements.ts';
import type { StoreView } from '../store.ts';
import { type TableRow, TableRows } from '../table-rows.ts';
import type { Transaction } from '../transaction.ts';
import type { FormerRow, UndoLog } from '../undo-log.ts';
import { decodeEntry, type Entry, encodeEntry } from './journal.ts';

const DAY_MS = 86_400_000;

/** What a schema change was: one thing of the request, in words. */
interface ChangedThing {
  readonly action: string;
  readonly collection: string | null;
  readonly fields: readonly string[];
  /** The entry that was undone, if that was the change. */
  readonly undo_of: number | null;
}

/** A schema change that was made. */
export interface ChangeEntry {
  readonly id: number;
  readonly madeAt: number;
  readonly madeBy: number | null;
  readonly what: ChangedThing;
  /** What it is about; known even when nothing is kept. */
  readonly touched: ReadonlySet<string>;
  /** Null if nothing is kept any more. */
  readonly entry: Entry | null;
  readonly keptUntil: number;
  readonly undoneAt: number | null;
  readonly undoneBy: number | null;
}

/** Tables whose rows are no part of the schema: they stay as they are when a change is undone. */
const OTHERS: ReadonlySet<string> = new Set([
  'directus_activity',
  'directus_revisions',
  'octavo_idempotency',
  schemaChanges.name,
]);

/** Entries as a collection, so that their changes can be undone. It is in no schema. */
const ENTRIES: Collection = collectionOf(
  buildSchema({ tables: [schemaChanges], collections: [], fields: [], relations: [] }, 0),
  schemaChanges.name,
);

/** Rows of {@link schemaChanges}. */
export const entryRows = ({ store }: { readonly store: StoreView }): TableRows =>
  new TableRows(store.dialect, schemaChanges);

/** Writes the entry of a schema change within its transaction; returns its id, or null if nothing has changed. */
export async function writeChangeEntry(tx: Transaction, { steps, former }: Entry): Promise<number | null> {
  const { context, connection, changes } = tx;
  const entry = { steps: lasting(steps), former: former.filter(({ table }) => !OTHERS.has(table)) };
  const what = whatOf(changes.all);
  if (what.undo_of === null && entry.former.length === 0 && entry.steps.length === 0) return null;
  const now = context.now.getTime();
  const id = await entryRows(context).insertCounted(connection, {
    made_at: now,
    made_by: userIdOf(context.caller),
    what: JSON.stringify(what),
    touched: JSON.stringify([...touchedBy(entry, changes.all)]),
    entry: encodeEntry(entry),
    kept_until: now + context.store.catalog.settings.undoDays * DAY_MS,
  });
  tx.undo?.insertedInto(schemaChanges.name, { column: 'id', kind: 'integer', value: id });
  return id;
}

/** What undoing needs to know of the steps: an alteration in two parts is one, and what was brought back is there. */
function lasting(steps: readonly TableStep[]): TableStep[] {
  const tightened = new Map(steps.flatMap((step) => (step.kind === 'tighten' ? [[tableOf(step), step.after]] : [])));
  return steps.flatMap((step): TableStep[] => {
    if (step.kind === 'tighten' || step.kind === 'restore') return [];
    return step.kind === 'alter' ? [{ ...step, after: tightened.get(tableOf(step)) ?? step.after }] : [step];
  });
}

function whatOf(changes: readonly Change[]): ChangedThing {
  for (const change of changes) {
    if (change.kind === 'undone') {
      const { collection, fields, entry } = change;
      return { action: 'undo', collection, fields, undo_of: entry };
    }
    if (change.kind === 'schema') {
      const fields = changes.flatMap((each) => (each.kind === 'schema' ? fieldsIn(each.data) : []));
      return { action: change.event, collection: change.collection, fields, undo_of: null };
    }
    if (change.kind === 'item' && change.collection === 'directus_relations') {
      const { collection_many: many, field_many: field } = { ...change.before, ...change.after };
      const fields = field === undefined ? [] : [asText(field)];
      const collection = many === undefined ? null : asText(many);
      return { action: `relation.${change.action}`, collection, fields, undo_of: null };
    }
  }
  return { action: 'other', collection: null, fields: [], undo_of: null };
}

const fieldsIn = ({ field }: Readonly<Record<string, unknown>>): string[] =>
  field === undefined || field === null ? [] : [asText(field)];

/** An entry from its row. */
export function toEntry(row: TableRow): ChangeEntry {
  return {
    id: Number(row.id),
    madeAt: Number(row.made_at),
    madeBy: row.made_by === null ? null : Number(row.made_by),
    what: parseJson(asText(row.what)) as ChangedThing,
    touched: new Set(parseJson(asText(row.touched)) as string[]),
    entry: row.entry === null ? null : decodeEntry(asText(row.entry)),
    keptUntil: Number(row.kept_until),
    undoneAt: row.undone_at === null ? null : Number(row.undone_at),
    undoneBy: row.undone_by === null ? null : Number(row.undone_by),
  };
}

/** Updates an entry in a way that its change can undo. */
export async function updateEntry(
  tx: { readonly connection: Connection; readonly undo?: UndoLog | undefined },
  store: StoreView,
  id: number,
  values: TableRow,
): Promise<void> {
  await tx.undo?.changing(ENTRIES, equals('id', id, 'integer'));
  await entryRows({ store }).update(tx.connection, [['id', '=', id]], values);
}

/** The tables in which an entry keeps what was taken away. */
export const keptTables = ({ entry }: ChangeEntry): string[] =>
  entry?.steps.flatMap((step) => (step.kind === 'keep' || step.kind === 'retire' ? [step.to] : [])) ?? [];

/** What a change is about, as texts to compare: columns, tables, ends of relations, and rows that describe them. */
function touchedBy({ steps, former }: Entry, changes: readonly Change[]): Set<string> {
  return new Set([...steps.flatMap(touchedByStep), ...former.map(touchedRow), ...changes.flatMap(endsOfRelation)]);
}

const touchedRow = ({ table, key }: FormerRow): string => `${table}:${asText(key.value)}`;

function touchedByStep(step: TableStep): string[] {
  const table = tableOf(step);
  if (step.kind === 'keep' || step.kind === 'restore') return [];
  if (step.kind !== 'alter') return [table];
  const [before, after] = [step.before, step.after].map(
    ({ columns }) => new Map(columns.map((column) => [column.name, JSON.stringify(column)])),
  );
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].filter((name) => before?.get(name) !== after?.get(name)).map((name) => `${table}.${name}`);
}

function endsOfRelation(change: Change): string[] {
  if (change.kind !== 'item' || change.collection !== 'directus_relations') return [];
  return [change.before, change.after].flatMap((row) => {
    const { collection_many: many, field_many: field, collection_one: one, field_one: list } = row ?? {};
    const ends = [
      [many, field],
      [one, list],
    ];
    return ends.flatMap(([name, place]) => (name ? [place ? `${asText(name)}.${asText(place)}` : asText(name)] : []));
  });
}

/** Whether what two changes touched overlaps: a table includes its columns. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const within = (name: string, names: ReadonlySet<string>): boolean =>
    names.has(name) || (name.includes('.') && names.has(name.slice(0, name.indexOf('.'))));
  return [...one].some((name) => within(name, other)) || [...other].some((name) => within(name, one));
}

/** Finds an entry. Error 203. */
export async function entryWithId(context: Scope, id: string, reader: Transaction['reader']): Promise<ChangeEntry> {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : -1;
  const [row] = await entryRows(context).find(reader, [['id', '=', number]], 'id', 1);
  if (!row) throw new ApiError('itemWithIdNotFound', { id });
  return toEntry(row);
}
