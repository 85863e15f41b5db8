import { randomUUID } from 'node:crypto';
import { within } from '../../shared/within.ts';
import type { DatabaseAddress } from '../dialect.ts';
import type { MembershipState, Registration } from '../membership.ts';
import { literal } from './quoting.ts';
import { Sessions } from './session.ts';

const CHANNEL = 'octavo_changes';
const RETRY_MS = 500;
/** How often the listening session is checked, and how long its answer may take. */
const ALIVE_MS = 5_000;
/** Writes to tables that other processes cache: rules, system tables except logs, and ended sessions. */
const CACHED = /^(INSERT|UPDATE|DELETE|WITH) .*"(octavo_rules"|directus_(?!activity"|revisions"|user_sessions"))/s;
const ENDING = /^DELETE FROM "directus_user_sessions"/;
const DDL = /^(CREATE|ALTER|DROP|DO) /;

/** An advisory lock that every process shares while it uses the database, held by the listening session. */
const MEMBERS = 0x0c7a_0003;
const CHECK = `SELECT count(*) FILTER (WHERE pid = pg_backend_pid()), count(*) FILTER (WHERE pid <> pg_backend_pid()),
  txid_current_snapshot()::text FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${MEMBERS}
  AND objsubid = 1 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const PING = { text: 'SELECT 1', parameters: [] };

/** Whether a statement is DDL. */
export const changesTables = (text: string): boolean => DDL.test(text);

/** Whether a statement changes what other processes cache. */
export const concernsOthers = (text: string): boolean => DDL.test(text) || CACHED.test(text) || ENDING.test(text);

/** Receives other processes' notifications of writes, produces ours, and registers this process. */
export class Listener implements Registration {
  readonly #origin = randomUUID();
  readonly #sessions: Sessions;
  #changed = false;
  #listening = false;
  #registered: object | null = null;
  #nextTry = Number.NEGATIVE_INFINITY;
  #isChecked = false;
  #nextCheck = Number.NEGATIVE_INFINITY;

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
    await this.#sessions.script(`LISTEN ${CHANNEL}; SELECT pg_advisory_lock_shared(${MEMBERS})`);
    this.#listening = true;
    this.#registered = {};
  }

  get current(): object | null {
    return this.#listening && !this.#sessions.lost ? this.#registered : null;
  }

  async register(): Promise<void> {
    if (this.current !== null) return;
    this.#listening = false;
    await this.start();
    this.#changed = true;
  }

  async check(): Promise<MembershipState> {
    const [row] = await this.#sessions.all({ text: CHECK, parameters: [] });
    const [own, others, stamp] = row ?? [];
    return { isAlone: Number(own) > 0 && Number(others) === 0, stamp: stamp === null ? null : String(stamp) };
  }

  /** Whether another process has written. While notifications cannot be received, returns true twice a second. */
  takeChanged(): boolean | Promise<boolean> {
    if (this.#listening && !this.#sessions.lost) {
      if (!this.#isChecked && performance.now() >= this.#nextCheck) void this.#checkAlive();
      return this.#take();
    }
    return this.#resume().then(() => this.#take());
  }

  #take(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** The system notices a dead peer only after minutes. Until then, notifications would be missed. */
  async #checkAlive(): Promise<void> {
    this.#isChecked = true;
    let isAlive = false;
    const answered = (): void => {
      isAlive = true;
    };
    // A failure says that the session is lost, which is known by then.
    await within(ALIVE_MS, this.#sessions.all(PING).then(answered, answered));
    if (!isAlive) this.#sessions.abandon();
    this.#isChecked = false;
    this.#nextCheck = performance.now() + ALIVE_MS;
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  async #resume(): Promise<void> {
    this.#listening = false;
    const now = performance.now();
    if (now < this.#nextTry) return;
    this.#nextTry = now + RETRY_MS;
    await this.start().catch(() => undefined);
    this.#changed = true;
  }
}
