import { readDatabaseOptions } from '../config/database-options.ts';
import { isEmbedded, isEmbeddedName } from '../config/embedded.ts';
import type { Engine } from '../config/engine.ts';
import type { DatabaseConfig } from '../config/project-config.ts';
import { Violations, violation } from '../errors/violations.ts';
import { isGiven } from '../shared/is-given.ts';
import { named } from '../shared/named.ts';
import { asNumber, asText } from '../shared/text.ts';

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

/** Parses the database of a body; `refuse` is called for each invalid option with what would be valid. */
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

/** Parses the database of a body on its own. Error 4 names all problems at once. */
export function readDatabaseBody(body: Body): DatabaseConfig {
  const violations = new Violations();
  for (const name of TEXTS)
    if (isGiven(body[name]) && typeof body[name] !== 'string') violations.add(name, violation.type('string'));
  const { db_type: type, db_name: name, db_port: port } = body;
  if (!isGiven(name) || name === '') violations.add('db_name', violation.blank);
  if (!isEngineName(asText(type))) violations.add('db_type', violation.invalid);
  else if (!isEmbedded(engineOf(body))) requireAccount(body, violations);
  else if (!isEmbeddedName(asText(name))) violations.add('db_name', violation.invalid);
  if (isGiven(port) && port !== '' && !/^\d{1,5}$/.test(asText(port)))
    violations.add('db_port', violation.type('numeric'));
  const database = databaseOf(body, (option, expected) => violations.add(option, violation.expected(expected)));
  violations.throwIfAny();
  return database;
}

const TEXTS = ['db_type', 'db_name', 'db_host', 'db_user', 'db_password', 'db_socket'];

function requireAccount({ db_user: user }: Body, violations: Violations): void {
  if (!isGiven(user) || user === '') violations.add('db_user', violation.blank);
}
