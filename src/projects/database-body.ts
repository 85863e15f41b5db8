import { readDatabaseOptions } from '../config/database-options.ts';
import type { DatabaseConfig } from '../config/project-config.ts';
import type { Engine } from '../dialects/dialect.ts';
import { named } from '../shared/named.ts';
import { asNumber } from '../shared/text.ts';

type Body = Readonly<Record<string, unknown>>;

const ENGINES = named<Engine>({
  sqlite: 'sqlite',
  mysql: 'mysql',
  mariadb: 'mysql',
  postgres: 'postgres',
  postgresql: 'postgres',
});

/** Whether a text names an engine. */
export const isEngineName = (text: string): boolean => Object.hasOwn(ENGINES, text);

/** The engine that a body requests. The default is MySQL if the body names a server, else SQLite. (Contract, V-49.) */
export function engineOf(body: Body): Engine {
  if (typeof body.db_type === 'string' && body.db_type !== '') return ENGINES[body.db_type] ?? 'sqlite';
  return body.db_host || body.db_port || body.db_password ? 'mysql' : 'sqlite';
}

/** Parses the database of a body; `refuse` is called for each unusable option with what is expected. */
export function databaseOf(body: Body, refuse: (name: string, expected: string) => void = () => {}): DatabaseConfig {
  const text = (name: string, fallback: string): string =>
    typeof body[name] === 'string' && body[name] !== '' ? String(body[name]) : fallback;
  const type = engineOf(body);
  if (type === 'sqlite') return { type, name: text('db_name', '') };
  const port = asNumber(body.db_port ?? 0) || (type === 'postgres' ? 5432 : 3306);
  const socket = text('db_socket', '');
  return {
    type,
    name: text('db_name', ''),
    host: text('db_host', 'localhost'),
    port,
    user: text('db_user', ''),
    password: text('db_password', ''),
    ...(socket && { socket }),
    ...readDatabaseOptions(body, 'db_', refuse),
  };
}
