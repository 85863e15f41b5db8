import { arrivalTurn, atTurnEnd } from '../../shared/turn.ts';

/** A connection without a transaction of its own. */
interface Connected {
  exec(text: string): void;
}

/**
 * The read transaction that the statements of a turn of the event loop share: beginning one takes as long as a short
 * statement. What others had committed when the requests of the turn arrived is in it, and it does not outlast the turn, so
 * the log of the database can be cleared.
 */
export class TurnSnapshot {
  #connection: Connected | null = null;
  #turn: number | null = null;

  /** Has a connection read the same state until the turn ends; outside a turn, each statement reads the current one. */
  enter(connection: Connected): void {
    const turn = arrivalTurn();
    if (this.#connection === connection && this.#turn === turn) return;
    this.leave();
    if (turn === null) return;
    connection.exec('BEGIN');
    this.#connection = connection;
    this.#turn = turn;
    atTurnEnd(() => this.leave());
  }

  /** What is read next is the current state. Call it before the connection writes, and before anything is committed. */
  leave(): void {
    const connection = this.#connection;
    this.#connection = null;
    try {
      connection?.exec('COMMIT');
    } catch {
      // The engine has ended the transaction after an error.
    }
  }
}
