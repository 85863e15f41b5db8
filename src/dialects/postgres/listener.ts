import { randomUUID } from 'node:crypto';
import type { DatabaseAddress } from '../dialect.ts';
import { literal } from './quoting.ts';
import { Sessions } from './session.ts';

const CHANNEL = 'octavo_changes';
const RETRY_MS = 500;
/** Writes to tables that other processes cache: system tables except logs, and ended sessions. */
const CACHED = /^(INSERT|UPDATE|DELETE|WITH) .*"directus_(?!activity"|revisions"|user_sessions")/s;
const ENDING = /^DELETE FROM "directus_user_sessions"/;
const DDL = /^(CREATE|ALTER|DROP|DO) /;

/** Whether a statement is DDL. */
export const changesTables = (text: string): boolean => DDL.test(text);

/** Whether a statement changes what other processes cache. */
export const concernsOthers = (text: string): boolean => DDL.test(text) || CACHED.test(text) || ENDING.test(text);

/** Receives other processes' notifications of writes, and produces ours. */
export class Listener {
  readonly #origin = randomUUID();
  readonly #sessions: Sessions;
  #changed = false;
  #listening = false;
  #nextTry = 0;

  constructor(address: DatabaseAddress) {
    const onNotification = (payload: string): void => {
      if (payload !== this.#origin) this.#changed = true;
    };
    this.#sessions = new Sessions(address, { count: 1, statementMs: 0, onNotification });
  }

  /** The statement that notifies the other processes when the transaction commits. */
  get notification(): string {
    return `SELECT pg_notify('${CHANNEL}', ${literal(this.#origin)})`;
  }

  async start(): Promise<void> {
    this.#sessions.renew();
    await this.#sessions.script(`LISTEN ${CHANNEL}`);
    this.#listening = true;
  }

  /** Whether another process has written. While notifications cannot be received this is assumed twice a second. */
  async takeChanged(): Promise<boolean> {
    if (!this.#listening || this.#sessions.lost) await this.#resume();
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  async #resume(): Promise<void> {
    this.#listening = false;
    if (Date.now() < this.#nextTry) return;
    this.#nextTry = Date.now() + RETRY_MS;
    await this.start().catch(() => undefined);
    this.#changed = true;
  }
}
