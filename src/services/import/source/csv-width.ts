import { unreadable } from './unreadable.ts';

/**
 * Far more cells than tables have, and than programs append to rows. The parser handles the end of a row synchronously,
 * cell by cell.
 */
const MOST_CELLS = 100_000;

const QUOTE = 0x22;
const [NEWLINE, RETURN] = [0x0a, 0x0d];

/** Passes on the chunks of a CSV text. Error 4 for a row with too many cells, before it is parsed. */
export async function* refuseWide(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  const cells = new CellCount(delimiter);
  for await (const text of texts) {
    cells.add(text);
    yield text;
  }
}

/** Counts the cells of the row that is being read. */
class CellCount {
  readonly #delimiter: number;
  #cells = 0;
  #isQuoted = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (!this.#isQuoted) this.#count(code);
    }
  }

  #count(code: number): void {
    if (code === NEWLINE || code === RETURN) this.#cells = 0;
    else if (code === this.#delimiter && ++this.#cells > MOST_CELLS)
      throw unreadable('csv', `a row has more than ${MOST_CELLS} cells`);
  }
}
