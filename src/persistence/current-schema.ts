import type { Source } from './source.ts';

const TRIES = 4;

/**
 * Reads with the current schema. A read that fails because a table or column has just been removed is repeated with a
 * reloaded schema, so that callers see the state before or after a change. Inside a transaction the entire transaction
 * is retried instead.
 */
export async function onCurrentSchema<T>(source: Source, read: () => Promise<T>): Promise<T> {
  if (source.kind === 'transaction') return read();
  const { store } = source.context;
  for (let tries = 1; ; tries++) {
    const { catalog } = store;
    try {
      return await read();
    } catch (error) {
      if (tries >= TRIES || store.dialect.classify(error)?.kind !== 'schema') throw error;
      await store.outdated(catalog);
    }
  }
}
