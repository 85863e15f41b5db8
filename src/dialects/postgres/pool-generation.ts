import { asText } from '../../shared/text.ts';
import type { Sql } from './connect.ts';
import type { Result, Sending } from './driver-query.ts';
import { isSilence } from './silence.ts';
import { type Submit, submitTo } from './submit.ts';

const END_SECONDS = 5;
/** How long a retired generation may keep running statements. */
const RETIRE_MS = 60_000;

/** How often sessions with pending statements are checked. */
const CHECK_MS = 1_000;
/** How long a server may stay silent before a session is suspected to be dead. */
const SILENT_MS = 5_000;
/** How long the server may take, beyond the time limit of a statement, to end it. */
const LATE_MS = 15_000;
/** How long the driver may take to begin its next attempt to open a session. */
const NEXT_MS = 20;

/** A driver instance with one session, and its number of pending statements. */
interface Member {
  readonly sql: Sql;
  readonly submit: Submit;
  running: number;
  /** When the server began to owe its next answer; infinite while a stream waits for its client. */
  since: number;
}

/** What a generation is made of. */
interface SessionSource {
  /** Opens one session. */
  open(): Sql;
  /** Opens one that finds out whether the server answers. */
  probe(): Sql;
  /** The most sessions. */
  readonly count: number;
  /** Time limit of statements on the server; 0 for none. */
  readonly statementMs: number;
  /** Called when the server has stopped answering. */
  onSilence(): void;
}

/**
 * The sessions of one generation of a pool. They retire together, once the last statement given to them has completed.
 * Each session is a driver instance of its own, because the driver's pool keeps queues that grow with every statement
 * and are searched for each, until all of its sessions are in use at once.
 */
export class PoolGeneration {
  readonly #source: SessionSource;
  readonly #members: Member[] = [];
  /** The most recently used session is taken first, so that few are opened. */
  readonly #idle: Member[] = [];
  #retired = false;
  #checks: NodeJS.Timeout | undefined;
  #checking = false;

  constructor(source: SessionSource) {
    this.#source = source;
  }

  /** Streams the rows of a query in chunks. */
  async *chunks<T>(send: (sql: Sql) => AsyncIterable<T>): AsyncGenerator<T> {
    const member = this.#take();
    try {
      for await (const chunk of send(member.sql)) {
        member.since = Number.POSITIVE_INFINITY;
        yield chunk;
        member.since = performance.now();
      }
    } finally {
      this.#done(member);
    }
  }

  /**
   * Sends a statement and returns its result. If all sessions are in use, the statement is queued in the session with
   * the fewest.
   */
  async run(text: string, values: readonly unknown[], sending: Sending): Promise<Result> {
    const member = this.#take();
    try {
      return await member.submit(text, values, sending);
    } catch (error) {
      if (isSilence(error)) this.#endQueued(member);
      throw error;
    } finally {
      this.#done(member);
    }
  }

  get #isIdle(): boolean {
    return this.#idle.length === this.#members.length;
  }

  #take(): Member {
    const member = this.#idle.pop() ?? (this.#members.length < this.#source.count ? this.#add() : this.#leastBusy());
    if (member.running++ === 0) member.since = performance.now();
    this.#checks ??= setInterval(() => void this.#check(), CHECK_MS).unref();
    return member;
  }

  #add(): Member {
    const sql = this.#source.open();
    const member = { sql, submit: submitTo(sql), running: 0, since: 0 };
    this.#members.push(member);
    return member;
  }

  #leastBusy(): Member {
    return this.#members.reduce((least, each) => (each.running < least.running ? each : least));
  }

  #done(member: Member): void {
    member.since = performance.now();
    if (--member.running === 0) this.#idle.push(member);
    if (this.#retired && this.#isIdle) void this.end();
  }

  /**
   * Ends sessions whose server does not answer: the system notices a dead peer only after many minutes. A statement may
   * take long, so within its time limit a session counts as dead only if no other can be opened.
   */
  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    await this.#endDead();
    this.#checking = false;
  }

  async #endDead(): Promise<void> {
    if (this.#isIdle) {
      clearInterval(this.#checks);
      this.#checks = undefined;
      return;
    }
    const { statementMs } = this.#source;
    const late = statementMs === 0 ? Number.POSITIVE_INFINITY : statementMs + LATE_MS;
    const suspects = this.#silentFor(SILENT_MS);
    const dead = suspects.length === 0 || (await this.#isReachable()) ? this.#silentFor(late) : suspects;
    if (dead.length > 0) await this.#giveUp(dead);
  }

  /**
   * Statements that are queued in a session that cannot be opened would each wait for an attempt of their own. Between
   * two attempts the driver would end without rejecting them, so this waits until it has begun the next.
   */
  #endQueued(member: Member): void {
    if (member.running > 1) setTimeout(() => void this.#giveUp([member]), NEXT_MS);
  }

  async #giveUp(members: readonly Member[]): Promise<void> {
    this.#source.onSilence();
    await Promise.all(members.map(({ sql }) => sql.end({ timeout: 0 })));
  }

  #silentFor(ms: number): Member[] {
    const now = performance.now();
    return this.#members.filter(({ running, since }) => running > 0 && now - since >= ms);
  }

  /** Whether the server answers a new session, if only with a refusal, which has an SQLSTATE. */
  async #isReachable(): Promise<boolean> {
    const sql = this.#source.probe();
    try {
      await sql.unsafe('SELECT 1');
      return true;
    } catch (error) {
      return /^(?=.*\d)[0-9A-Z]{5}$/.test(asText((error as { readonly code?: unknown }).code));
    } finally {
      void sql.end({ timeout: 0 });
    }
  }

  /** Retires the generation. Ending the driver rejects queued statements, so that happens last. */
  retire(): void {
    this.#retired = true;
    if (this.#isIdle) void this.end();
    else setTimeout(() => void this.end(), RETIRE_MS).unref();
  }

  async end(): Promise<void> {
    clearInterval(this.#checks);
    await Promise.all(this.#members.map(({ sql }) => sql.end({ timeout: END_SECONDS })));
  }
}
