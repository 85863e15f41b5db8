import type { Dialect, Engine } from './dialect.ts';

/** Loads the dialect of an engine; its driver is imported when it is first asked for. */
export async function dialectOf(engine: Engine): Promise<Dialect> {
  switch (engine) {
    case 'sqlite':
      return (await import('./sqlite/dialect.ts')).sqlite;
    case 'postgres':
      return (await import('./postgres/dialect.ts')).postgres;
    default:
      throw new Error(`the engine ${engine} is not supported yet`);
  }
}
