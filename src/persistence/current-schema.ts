import { ApiError } from '../errors/api-error.ts';
import { type Awaitable, recovering } from '../shared/awaitable.ts';
import type { Context } from './context.ts';
import type { Source } from './source.ts';

const TRIES = 4;

/** A transaction that was rolled back because the schema has changed since it was planned. */
export class OutdatedSchema extends ApiError {
  constructor() {
    super('databaseBusy');
  }
}

/** Whether work has failed because the schema that it was planned with is no longer the database's. */
type IsOutdated = (error: unknown) => boolean;

/**
 * Reads with the current schema. A read that fails because a table or column has just been removed is repeated with a
 * reloaded schema, so that callers see the state before or after a change. Inside a transaction, the entire transaction
 * is retried instead.
 */
export function onCurrentSchema<T>(source: Source, read: () => Awaitable<T>): Awaitable<T> {
  if (source.kind === 'transaction') return read();
  const { store } = source.context;
  return tried(store, read, (error) => store.dialect.classify(error)?.kind === 'schema', 1);
}

/**
 * A write that is planned again after a transaction that was rolled back because a table or column has just been
 * removed. A failure after the commit is not repeated.
 */
export function replanned<A extends readonly unknown[], T>(
  write: (context: Context, ...rest: A) => Promise<T>,
): (context: Context, ...rest: A) => Promise<T> {
  return async (context, ...rest) =>
    tried(
      context.store,
      () => write(context, ...rest),
      (error) => error instanceof OutdatedSchema,
      1,
    );
}

function tried<T>(
  store: Context['store'],
  work: () => Awaitable<T>,
  isOutdated: IsOutdated,
  tries: number,
): Awaitable<T> {
  const { catalog } = store;
  const again = async (error: unknown): Promise<T> => {
    if (tries >= TRIES || !isOutdated(error)) throw error;
    await store.outdated(catalog);
    return tried(store, work, isOutdated, tries + 1);
  };
  return recovering(work, again);
}
