import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import type { Collection } from '../../schema/collection.ts';
import { collectionOf } from '../../schema/schema.ts';
import { shortened } from '../../shared/shortened.ts';
import { columnOf } from './column-of.ts';
import { estimateImport } from './count.ts';
import { guessMapping, samplesOf } from './guess.ts';
import { type ColumnRule, type ImportInput, importInput } from './input.ts';
import { requireImport } from './permitted.ts';
import { ImportReader } from './reader.ts';
import { readyRow } from './row.ts';
import type { FileFormat, ReadingOptions, SourceRow } from './source/row.ts';
import { type TriedRow, tryRows } from './trial.ts';

const ROWS = 100;
const COUNTING_MS = 300;
const SAMPLES = 3;
const MAX_LENGTH = 200;

/** What an import would do with the first rows of a file, and how the file was parsed. */
interface ImportPreview {
  readonly format: FileFormat;
  readonly options: ReadingOptions;
  readonly sheets: readonly string[];
  /** The number of rows in the file, or an estimate. */
  readonly rows: { readonly count: number | null; readonly exact: boolean };
  readonly columns: readonly { readonly name: string; readonly samples: readonly string[] }[];
  /** The mapping as sent or, if none was sent, as guessed. */
  readonly mapping: readonly ColumnRule[];
  /** Fields that can identify items: unique fields that a column maps to. */
  readonly keys: readonly string[];
  readonly outcomes: readonly Outcome[];
}

interface Outcome {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly does: TriedRow['does'];
  /** The key of the item that would be updated. */
  readonly key?: string;
  readonly error?: { readonly code: number | null; readonly message: string; readonly column: string | null };
}

/**
 * Determines what an import would do with the first rows of a file, without writing anything. Guesses the mapping if
 * there is none. Errors 4, 200, 201, 203, 300 to 303.
 */
export async function previewImport(context: Context, sent: Readonly<Record<string, unknown>>): Promise<ImportPreview> {
  const { schema } = context.store.catalog;
  const { mode: _mode, key: _key, ...bare } = sent;
  const hasMapping = sent.mapping !== undefined && sent.mapping !== null;
  const asked = importInput(schema, hasMapping ? sent : bare);
  await requireImport(context, asked);
  const collection = collectionOf(schema, asked.collection);
  const reader = await ImportReader.open(context, asked);
  try {
    return await previewOf(context, collection, asked, reader);
  } finally {
    await reader.close();
  }
}

async function previewOf(
  context: Context,
  collection: Collection,
  asked: ImportInput,
  reader: ImportReader,
): Promise<ImportPreview> {
  const rows = await reader.take(ROWS);
  const columns = reader.columns;
  const mapping = asked.mapping ?? guessMapping(context, collection, columns, rows);
  const input = { ...asked, mapping };
  await requireImport(context, input);
  const outcomes = await outcomesOf(context, collection, input, rows);
  const count = await estimateImport(reader, COUNTING_MS);
  return {
    format: reader.file.format,
    options: reader.file.options,
    sheets: reader.file.sheets,
    rows: { count, exact: reader.isOver },
    columns: columns.map((name) => ({ name, samples: samplesOf(rows, name).slice(0, SAMPLES).map(brief) })),
    mapping,
    keys: keysAmong(collection, mapping),
    outcomes,
  };
}

function keysAmong(collection: Collection, mapping: readonly ColumnRule[]): string[] {
  return mapping.flatMap(({ field }) => {
    const column = collection.byName.get(field)?.column;
    return column?.primaryKey || column?.unique ? [field] : [];
  });
}

async function outcomesOf(
  context: Context,
  collection: Collection,
  input: ImportInput,
  rows: readonly SourceRow[],
): Promise<Outcome[]> {
  const ready = await Promise.all(rows.map((row) => readyRow(context, collection, input, row)));
  const fates = await tryRows(context, collection, input, ready);
  return rows.map(({ number, values }, index) => ({
    row: number,
    values: Object.fromEntries(
      [...values].map(([name, value]) => [name, typeof value === 'string' ? brief(value) : value]),
    ),
    ...shown(fates[index], input),
  }));
}

function shown(fate: TriedRow | undefined, { mapping }: ImportInput): Pick<Outcome, 'does' | 'key' | 'error'> {
  if (!fate) throw new ApiError('internal');
  if (fate.does !== 'refuse') return fate;
  const { code, message } = fate.error;
  return { does: 'refuse', error: { code, message, column: columnOf(message, mapping ?? []) } };
}

const brief = (text: string): string => shortened(text, MAX_LENGTH);
