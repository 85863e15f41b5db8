import { type Awaitable, recovering } from '../shared/awaitable.ts';
import type { Context } from './context.ts';
import type { Source } from './source.ts';

const TRIES = 4;

/**
 * Reads with the current schema. A read that fails because a table or column has just been removed is repeated with a
 * reloaded schema, so that callers see the state before or after a change. Inside a transaction, the entire transaction
 * is retried instead.
 */
export function onCurrentSchema<T>(source: Source, read: () => Awaitable<T>): Awaitable<T> {
  return source.kind === 'transaction' ? read() : tried(source.context, read, 1);
}

function tried<T>({ store }: Pick<Context, 'store'>, read: () => Awaitable<T>, tries: number): Awaitable<T> {
  const { catalog } = store;
  const again = async (error: unknown): Promise<T> => {
    if (tries >= TRIES || store.dialect.classify(error)?.kind !== 'schema') throw error;
    await store.outdated(catalog);
    return tried({ store }, read, tries + 1);
  };
  return recovering(read, again);
}
