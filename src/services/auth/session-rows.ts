import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Connection } from '../../dialects/dialect.ts';
import { and, type Expression, fixed } from '../../query/sql/nodes.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Stored } from '../../schema/field-type.ts';
import { collectionOf } from '../../schema/schema.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { deleteWhere, equals, insertRow } from '../rows.ts';
import type { Store } from '../store.ts';
import type { Writing } from '../writing.ts';

/**
 * Rows of `directus_user_sessions`: sessions by token and by cookie; sessions that a request token may begin; one-time
 * passwords, and ways through a provider, that have been used.
 */
export type SessionKind = 'jwt' | 'cookie' | 'request' | 'otp' | 'sso';

export interface SessionRow {
  readonly id: number;
  readonly user: number;
  /** A digest; never what a client holds. */
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const COLUMNS = ['id', 'user', 'token', 'token_expired_at'];
/** How often expired rows are looked for: at every so many new ones. */
const SWEEP = 50;

/** The collection of sessions. */
export function sessionsOf({ catalog }: Store): Collection {
  return collectionOf(catalog.schema, 'directus_user_sessions');
}

/** Rows in which all the given columns have the given values. */
export async function findSessions(
  store: Store,
  connection: Pick<Connection, 'all'>,
  values: Readonly<Record<string, Stored>>,
): Promise<SessionRow[]> {
  const collection = sessionsOf(store);
  const column = (name: string): Expression => ({ type: 'column', alias: 't0', name, kind: kindOf(collection, name) });
  const where = and(
    Object.entries(values).map(([name, value]) => ({
      type: 'compare',
      sign: '=',
      left: column(name),
      right: fixed(value, kindOf(collection, name)),
    })),
  );
  const parts = { order: [], limit: null, offset: null, group: [] };
  const select = { table: collection.name, alias: 't0', columns: COLUMNS.map(column), where, ...parts };
  const rows = await connection.all(bind(store.dialect.printer.select(select), NO_BINDING));
  return rows.map(([id, user, token, expires]) => ({
    id: Number(id),
    user: Number(user),
    token: String(token),
    expires: Date.parse(`${String(expires).replace(' ', 'T')}Z`),
  }));
}

/** Writes a row that expires, and now and then removes those that have. Returns its id. */
export async function insertSession(
  writing: Writing,
  row: { readonly user: number; readonly kind: SessionKind; readonly token: string; readonly expires: Date },
): Promise<number> {
  const { context } = writing;
  const values = new Map<string, Stored>([
    ['user', row.user],
    ['token_type', row.kind],
    ['token', row.token],
    ['ip_address', context.ip],
    ['user_agent', context.userAgent.slice(0, 255)],
    ['created_on', sqlDatetime(context.now)],
    ['token_expired_at', sqlDatetime(row.expires)],
  ]);
  const id = Number(await insertRow(writing, sessionsOf(context.store), values));
  if (id % SWEEP === 0) await deleteWhere(writing, 'directus_user_sessions', hasExpired(context.now));
  return id;
}

function hasExpired(now: Date): Expression {
  const left: Expression = { type: 'column', alias: '', name: 'token_expired_at', kind: 'datetime' };
  return { type: 'compare', sign: '<', left, right: fixed(sqlDatetime(now), 'datetime') };
}

/** Sets when a session expires, in a transaction of its own. */
export async function extendSession(store: Store, id: number, expires: Date): Promise<void> {
  const where = equals('id', id, 'integer');
  const { text, sources } = store.dialect.printer.update({
    table: 'directus_user_sessions',
    columns: ['token_expired_at'],
    where,
  });
  const { parameters } = bind({ text: '', sources }, NO_BINDING);
  await store.database.run({ text, parameters: [sqlDatetime(expires), ...parameters] });
}

const kindOf = (collection: Collection, name: string) => collection.byName.get(name)?.kind ?? 'text';
