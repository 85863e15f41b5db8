import { randomUUID } from 'node:crypto';
import type { Connection as DriverConnection } from 'mysql2';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { TooLate, withDeadline } from '../../shared/deadline.ts';
import { asNumber, asText } from '../../shared/text.ts';
import type { DatabaseAddress } from '../dialect.ts';
import type { MembershipState, Registration } from '../membership.ts';
import { connect } from './connect.ts';
import { lost } from './errors.ts';
import { type ServerTraits, sessionStatement } from './session.ts';
import { silence } from './silence.ts';
import { STATE_TABLE } from './state-table.ts';
import { streamOf } from './stream-of.ts';
import { RestingCounters, writeCounters } from './write-counters.ts';

const ENTER = `INSERT INTO ${STATE_TABLE} (origin, stamp) VALUES (?, 0)`;
const HOLD = `SELECT GET_LOCK(CONCAT('octavo_', ?), 0)`;
const CHECK = `SELECT IS_USED_LOCK(CONCAT('octavo_', ?)) = CONNECTION_ID(), (SELECT COUNT(*) FROM ${STATE_TABLE}
  WHERE origin <> ? AND IS_USED_LOCK(CONCAT('octavo_', origin)) IS NOT NULL)`;
/** How long the server may take to answer. The system notices a dead peer only after minutes. */
const ANSWER_MS = 5_000;
const LEAVE = `DELETE FROM ${STATE_TABLE} WHERE origin = ?`;

/** A registration: a row and a named lock, which the server releases when the connection ends. */
interface Held {
  readonly origin: string;
  readonly connection: Connection;
  readonly counters: RestingCounters;
}

/** Registers this process with a database, on a connection of its own. */
export class Member implements Registration {
  readonly #address: DatabaseAddress;
  readonly #traits: ServerTraits;
  readonly #checkAndCount: string;
  #held: Held | null = null;
  #joining: Promise<void> | undefined;
  #left = false;

  constructor(address: DatabaseAddress, traits: ServerTraits) {
    this.#address = address;
    this.#traits = traits;
    this.#checkAndCount = `${CHECK}, ${writeCounters(traits.isMariaDb)}`;
  }

  get current(): object | null {
    return this.#held;
  }

  async register(): Promise<void> {
    if (this.#held || this.#left) return;
    this.#joining ??= this.#enter().finally(() => {
      this.#joining = undefined;
    });
    await this.#joining;
  }

  async check(): Promise<MembershipState> {
    const held = this.#held;
    if (!held) return { isAlone: false, stamp: null };
    const { connection, origin, counters } = held;
    const isDue = counters.isDue(performance.now());
    const row = await answered(connection, one(connection, isDue ? this.#checkAndCount : CHECK, [origin, origin]));
    if (isDue) counters.see(row?.[2] ? asText(row[2]) : null, performance.now());
    return { isAlone: asNumber(row?.[0]) === 1 && asNumber(row?.[1]) === 0, stamp: counters.rested };
  }

  /** Ends the registration. */
  leave(): void {
    this.#left = true;
    const held = this.#held;
    this.#held = null;
    if (!held) return;
    const { connection, origin } = held;
    const end = (): void => connection.destroy();
    connection.query(LEAVE, [origin]).then(end, end);
  }

  async #enter(): Promise<void> {
    const { connection } = await connect(this.#address, this.#address.name);
    const held = { origin: randomUUID(), connection, counters: new RestingCounters() };
    // The driver reports a lost connection only to the pending statement, if there is one.
    const socket = streamOf((connection as unknown as { readonly connection: DriverConnection }).connection);
    socket.once('close', () => {
      if (this.#held === held) this.#held = null;
    });
    try {
      await answered(connection, this.#begin(held));
      if (socket.destroyed) throw lost('a connection was closed once it was registered');
    } catch (error) {
      connection.destroy();
      throw error;
    }
    if (this.#left) connection.destroy();
    else this.#held = held;
  }

  async #begin({ connection, origin }: Held): Promise<void> {
    await connection.query(sessionStatement(this.#traits, 'any'));
    await connection.query(ENTER, [origin]);
    if (asNumber((await one(connection, HOLD, [origin]))?.[0]) !== 1) throw new Error('the lock is not free');
  }
}

/** The result of work on a connection; if that takes too long, the connection ends. */
async function answered<T>(connection: Connection, work: Promise<T>): Promise<T> {
  try {
    return await withDeadline(ANSWER_MS, work);
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
    connection.destroy();
    throw silence();
  }
}

async function one(connection: Connection, text: string, values: readonly string[]): Promise<unknown[] | undefined> {
  const [rows] = await connection.query<RowDataPacket[][]>(text, [...values]);
  return rows[0];
}
