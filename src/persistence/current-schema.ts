import type { Source } from './source.ts';

const TRIES = 4;

/**
 * Reads by the schema as it is. A read that meets a table or a column that has just gone is made again by a schema
 * that is read anew, so that callers see the state before a change or the one after it. Inside of a transaction the whole
 * of it is tried again instead.
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
