import { randomUUID } from 'node:crypto';
import type { DatabaseAddress } from '../dialect.ts';
import { literal } from './quoting.ts';
import { type Sql, sessions } from './session.ts';

const CHANNEL = 'octavo_changes';
const RETRY_MS = 500;
/** Writes that others remember something of: those to system tables that are no logs, and changes of tables. */
const REMEMBERED = /"directus_(?!activity"|revisions"|user_sessions")|^(CREATE|ALTER|DROP|COMMENT) /;

/** Hears what other processes tell about their writes, and tells them about ours. */
export class Listener {
  readonly #own = randomUUID();
  readonly #sql: Sql;
  #changed = false;
  #closing = false;
  #hearing: Promise<void> | null = null;
  #nextTry = 0;

  constructor(address: DatabaseAddress) {
    this.#sql = sessions(address, 0, {
      max: 1,
      idle_timeout: undefined,
      onnotify: (_channel: string, payload: string) => this.#heard(payload),
      onclose: () => this.#lost(),
    } as never);
  }

  /** Whether a statement writes what other processes remember. */
  static concerns(text: string): boolean {
    return REMEMBERED.test(text) && !text.startsWith('SELECT');
  }

  /** The statement that tells the others, when the transaction commits. */
  get announcement(): string {
    return `SELECT pg_notify('${CHANNEL}', ${literal(this.#own)})`;
  }

  async start(): Promise<void> {
    this.#hearing ??= this.#sql.unsafe(`LISTEN ${CHANNEL}`).then(() => undefined);
    await this.#hearing;
  }

  /** What happened while nothing could be heard counts as a change, at most twice a second. */
  async takeChanged(): Promise<boolean> {
    if (this.#hearing === null && !this.#closing) await this.#resume();
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#sql.end({ timeout: 1 });
  }

  async #resume(): Promise<void> {
    if (Date.now() < this.#nextTry) return;
    this.#nextTry = Date.now() + RETRY_MS;
    this.#changed = true;
    await this.start().catch(() => this.#lost());
  }

  #heard(payload: string): void {
    if (payload !== this.#own) this.#changed = true;
  }

  #lost(): void {
    this.#hearing = null;
  }
}
