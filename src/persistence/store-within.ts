import type { Connection } from '../dialects/dialect.ts';
import type { Context } from './context.ts';
import type { Store } from './store.ts';

/** The same context seen from inside a transaction: what it reads is what has been written so far. */
export function within(context: Context, connection: Connection): Context {
  return { ...context, store: storeWithin(context.store, connection) };
}

function storeWithin(store: Store, connection: Connection): Store {
  const {
    project,
    config,
    assets,
    dialect,
    catalog,
    database,
    storage,
    storageConfig,
    surroundings,
    extensions,
    background,
  } = store;
  return {
    project,
    config,
    assets,
    storage,
    storageConfig,
    surroundings,
    extensions,
    background,
    dialect,
    catalog,
    database: {
      all: (statement) => connection.all(statement),
      run: (statement) => connection.run(statement),
      transaction: (work) => work(connection),
      chunks: (statement, size) => database.chunks(statement, size),
      changedByOthers: async () => false,
      close: async () => {},
    },
    committed: async () => {},
    changingSchema: (work) => store.changingSchema(work),
    // Reading the catalogue anew would wait for the transaction that asks.
    outdated: async () => {},
    outboxSettled: async () => {},
    internalTable: (table) => store.internalTable(table),
    refresh: async () => {},
  };
}
