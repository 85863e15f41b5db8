import type { Reader, Statement } from '../dialects/dialect.ts';
import type { Row } from '../query/shape/decoder.ts';

/** A statement that was run, and the rows that it found. */
export interface Known {
  readonly statement: Statement;
  readonly rows: Row[];
}

/** What a transaction has read last, as long as it has written nothing since. */
export class Latest {
  #known: Known | undefined;

  get known(): Known | undefined {
    return this.#known;
  }

  keep(known: Known): void {
    this.#known = known;
  }

  /** To be told of every write of the transaction. */
  forget(): void {
    this.#known = undefined;
  }
}

/** A reader that answers the statement that was run already, with the same parameters, by what it found then. */
export function knowing(reader: Reader, known: Known): Reader {
  return {
    all: async (statement) => (isSame(statement, known.statement) ? known.rows : reader.all(statement)),
  };
}

function isSame(one: Statement, other: Statement): boolean {
  return (
    one.text === other.text &&
    one.parameters.length === other.parameters.length &&
    one.parameters.every((value, index) => value === other.parameters[index])
  );
}
