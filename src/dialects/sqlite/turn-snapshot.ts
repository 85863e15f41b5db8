import { arrivalTurn, atTurnEnd } from '../../shared/turn.ts';

/** A connection without a transaction of its own. */
interface Connected {
  exec(text: string): void;
}

/**
 * The read transaction that the statements of a turn of the event loop share, because beginning one takes as long as a
 * short statement. It includes everything that others had committed when the turn's requests arrived, and ends with the
 * turn, so that the log can be truncated.
 */
export class TurnSnapshot {
  #connection: Connected | null = null;
  #turn: number | null = null;

  /**
   * Makes a connection read the same state until the turn ends. Outside a turn, each statement reads the current state.
   */
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

  /**
   * Makes the next read see the current state. Must be called before the connection writes, and before anything is
   * committed.
   */
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
