import type { Connection } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Collection } from '../../schema/collection.ts';
import { schemaChanges } from '../../schema/internal/schema-changes.ts';
import { buildSchema } from '../../schema/registry.ts';
import { collectionOf } from '../../schema/schema.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { asText } from '../../shared/text.ts';
import type { Scope } from '../context.ts';
import { equals } from '../row-statements.ts';
import { numberIn } from '../row-values.ts';
import type { StoreView } from '../store.ts';
import { type TableRow, TableRows } from '../table-rows.ts';
import type { Transaction } from '../transaction.ts';
import type { UndoLog } from '../undo-log.ts';
import type { ChangedThing } from './changed-thing.ts';
import { decodeEntry, type Entry } from './journal.ts';

/** A completed schema change. */
export interface ChangeEntry {
  readonly id: number;
  readonly madeAt: number;
  readonly madeBy: number | null;
  readonly what: ChangedThing;
  /** The tables and fields that it affects; available even if nothing is kept any more. */
  readonly touched: ReadonlySet<string>;
  /** Null if nothing is kept any more. */
  readonly entry: Entry | null;
  readonly keptUntil: number;
  readonly undoneAt: number | null;
  readonly undoneBy: number | null;
}

/** The entries as a collection, so that changes of them can be undone. It is part of no schema. */
const ENTRIES: Collection = collectionOf(
  buildSchema({ tables: [schemaChanges], collections: [], fields: [], relations: [] }, 0),
  schemaChanges.name,
);

/** Rows of {@link schemaChanges}. */
export const entryRows = ({ store }: { readonly store: StoreView }): TableRows =>
  new TableRows(store.dialect, schemaChanges);

/** Parses the row of an entry. */
export function toEntry(row: TableRow): ChangeEntry {
  return {
    id: Number(row.id),
    madeAt: Number(row.made_at),
    madeBy: numberIn(row, 'made_by'),
    what: parseJson(asText(row.what)) as ChangedThing,
    touched: new Set(parseJson(asText(row.touched)) as string[]),
    entry: row.entry === null ? null : decodeEntry(asText(row.entry)),
    keptUntil: Number(row.kept_until),
    undoneAt: numberIn(row, 'undone_at'),
    undoneBy: numberIn(row, 'undone_by'),
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

/** The tables in which an entry keeps removed data. */
export const keptTables = ({ entry }: ChangeEntry): string[] =>
  entry?.steps.flatMap((step) => (step.kind === 'keep' || step.kind === 'retire' ? [step.to] : [])) ?? [];

/** Finds an entry. Error 203. */
export async function entryWithId(context: Scope, id: string, reader: Transaction['reader']): Promise<ChangeEntry> {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : -1;
  const [row] = await entryRows(context).find(reader, [['id', '=', number]], 'id', 1);
  if (!row) throw new ApiError('itemWithIdNotFound', { id });
  return toEntry(row);
}
