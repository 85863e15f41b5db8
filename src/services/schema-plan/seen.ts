import type { Context } from '../../persistence/context.ts';
import type { Tally } from '../../persistence/tally.ts';
import type { Column, Table } from '../../schema/column.ts';

/** An item that serves as an example. */
export interface Example {
  readonly key: unknown;
  readonly value: unknown;
}

const SHOWN = 60;

/** Whether the caller may read every item of a collection, and may therefore know their number. */
export function seesAll({ store, caller }: Context, collection: string): boolean {
  const policy = store.catalog.policy(caller).collection(collection);
  const rule = policy.rule('read');
  return rule.kind === 'level' && rule.level === 'full' && policy.itemRules('read').length === 0;
}

/** What the caller may know about the values of a column: their number, and examples. */
export function seenOf(
  context: Context,
  { name, columns }: Table,
  column: Column,
  { count, exact, examples }: Tally,
): { readonly count: number | null; readonly exact: boolean; readonly examples: readonly Example[] } {
  if (!seesAll(context, name)) return { count: null, exact: false, examples: [] };
  const policy = context.store.catalog.policy(context.caller).collection(name);
  const key = columns.find(({ primaryKey }) => primaryKey);
  const readable = [column, ...(key ? [key] : [])].every((each) => policy.readable(each.name).kind === 'always');
  return { count, exact, examples: readable ? examples.map((each) => shownExample(each)) : [] };
}

const shownExample = ({ key, value }: Example): Example => ({ key: shown(key), value: shown(value) });

/** A stored value in a form for JSON; long ones are cut. */
function shown(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  const text = value instanceof Uint8Array ? Buffer.from(value.subarray(0, SHOWN)).toString('base64') : value;
  return typeof text === 'string' && text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
