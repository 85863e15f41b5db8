import type { Engine } from '../config/engine.ts';
import type { Dialect } from './dialect.ts';

/** Loads the dialect of an engine; its driver is imported on first use. */
export async function dialectOf(engine: Engine): Promise<Dialect> {
  switch (engine) {
    case 'sqlite':
      return (await import('./sqlite/dialect.ts')).sqlite;
    case 'mysql':
      return (await import('./mysql/dialect.ts')).mysql;
    case 'postgres':
      return (await import('./postgres/dialect.ts')).postgres;
  }
}
