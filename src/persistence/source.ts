import type { Reader } from '../dialects/dialect.ts';
import type { Caller } from '../permissions/caller.ts';
import type { Context } from './context.ts';
import type { Transaction } from './transaction.ts';

/**
 * Where rows are read: the committed state, or the state of a transaction, which gives no access to anything outside
 * it.
 */
export type Source = Committed | Transaction;

/** Everything committed so far. */
interface Committed {
  readonly kind: 'committed';
  readonly context: Context;
  readonly reader: Reader;
}

/** The committed state of a context's project. */
export function committed(context: Context): Committed {
  const { store, recording } = context;
  return { kind: 'committed', context, reader: recording ? recording.over(store.database) : store.database };
}

/** The same source, on behalf of another caller. */
export function onBehalfOf<S extends Source>(source: S, caller: Caller): S {
  return { ...source, context: { ...source.context, caller } };
}
