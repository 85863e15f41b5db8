import type { Context } from '../../persistence/context.ts';
import { seesAll, seesValues } from '../../persistence/seen-values.ts';
import type { Tally } from '../../persistence/tally.ts';
import type { Column, Table } from '../../schema/column.ts';

/** An item that serves as an example. */
export interface Example {
  readonly key: unknown;
  readonly value: unknown;
}

const SHOWN = 60;

/** What the caller may know about the values of a column: their number, and examples. */
export function seenOf(
  context: Context,
  table: Table,
  column: Column,
  { count, exact, examples }: Tally,
): { readonly count: number | null; readonly exact: boolean; readonly examples: readonly Example[] } {
  if (!seesAll(context, table.name)) return { count: null, exact: false, examples: [] };
  const isReadable = seesValues(context, table, column);
  return { count, exact, examples: isReadable ? examples.map((each) => shownExample(each)) : [] };
}

const shownExample = ({ key, value }: Example): Example => ({ key: shown(key), value: shown(value) });

/** A stored value in a form for JSON; long ones are cut. */
function shown(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  const text = value instanceof Uint8Array ? Buffer.from(value.subarray(0, SHOWN)).toString('base64') : value;
  return typeof text === 'string' && text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
