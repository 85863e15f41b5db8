import { randomUUID } from 'node:crypto';
import type { Connection } from '../dialect.ts';
import { STATE_TABLE } from './state-table.ts';

const INTERVAL_MS = 500;
const WATCHED = [
  'directus_collections',
  'directus_fields',
  'directus_relations',
  'directus_settings',
  'directus_permissions',
  'directus_users',
  'directus_roles',
  'directus_files',
  'directus_webhooks',
  'octavo_rules',
].join('|');
/** New sessions concern no other process; ended sessions do. */
const WRITES = new RegExp(
  `^(?:(?:INSERT INTO|UPDATE|DELETE FROM) \`(?:${WATCHED})\`|DELETE FROM \`directus_user_sessions\`)`,
);
const DDL = /^(?:CREATE|ALTER|DROP) TABLE (?!`octavo_)/;
/** Processes cache which internal tables exist. */
const MAKES_TABLE = /^CREATE TABLE /;

const BUMP = `INSERT INTO ${STATE_TABLE} (origin, stamp) VALUES (?, UUID_SHORT())
  ON DUPLICATE KEY UPDATE stamp = UUID_SHORT(), touched = CURRENT_TIMESTAMP`;
const OTHERS = `SELECT CAST(COALESCE(SUM(stamp), 0) AS CHAR) FROM ${STATE_TABLE} WHERE origin <> ?`;

/** Whether a statement is DDL, which commits the transaction before it. */
export function isDdl(text: string): boolean {
  return DDL.test(text);
}

/** Whether other processes must be notified of a statement because it changes what they cache. */
export function concernsOthers(text: string): boolean {
  return WRITES.test(text) || isDdl(text) || MAKES_TABLE.test(text);
}

/**
 * Notifies processes of each other's writes through a table with one row per process. The row holds a stamp that only
 * grows and is written in the same transaction as the change. Each process has its own row, so processes do not wait
 * for each other.
 */
export class ChangeCounter {
  readonly #origin = randomUUID();
  #seen: unknown;
  #lastChecked = Number.NEGATIVE_INFINITY;

  /** Notifies the other processes, within the current transaction. */
  async bump(connection: Connection): Promise<void> {
    await connection.run({ text: BUMP, parameters: [this.#origin] });
  }

  /** Whether another process has notified of a write since the last call. Queries the database at most twice a second. */
  changed(connection: Pick<Connection, 'all'>): boolean | Promise<boolean> {
    const now = performance.now();
    if (now - this.#lastChecked < INTERVAL_MS) return false;
    this.#lastChecked = now;
    return this.#query(connection);
  }

  async #query(connection: Pick<Connection, 'all'>): Promise<boolean> {
    const [row] = await connection.all({ text: OTHERS, parameters: [this.#origin] });
    const before = this.#seen;
    this.#seen = row?.[0];
    return before !== undefined && before !== this.#seen;
  }
}
