import type { Reader } from '../dialects/dialect.ts';
import type { Caller } from '../permissions/caller.ts';
import type { Context } from './context.ts';
import type { Transaction } from './transaction.ts';

/** Where rows are read: the committed state, or that of a transaction under way, which cannot be left by way of it. */
export type Source = Committed | Transaction;

/** What every transaction has committed so far. */
interface Committed {
  readonly kind: 'committed';
  readonly context: Context;
  readonly reader: Reader;
}

/** The committed state of a context's project. */
export function committed(context: Context): Committed {
  return { kind: 'committed', context, reader: context.store.database };
}

/** The same source, read and written on behalf of somebody else. */
export function onBehalfOf<S extends Source>(source: S, caller: Caller): S {
  return { ...source, context: { ...source.context, caller } };
}
