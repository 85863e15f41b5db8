import { unreadable } from './unreadable.ts';

/**
 * Far more cells than tables have, and than programs append to rows. The parser handles the end of a row synchronously,
 * cell by cell.
 */
const MAX_CELLS = 100_000;

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

/**
 * Counts the cells of the row that is being read, by the rules of the parser: a quote begins a quotation only at the
 * beginning of a cell. Otherwise a row might have more cells than are counted.
 */
class CellCount {
  readonly #delimiter: number;
  #cells = 0;
  #isQuoted = false;
  /** Whether the last character ended a quotation, which another quote continues. */
  #hasEnded = false;
  #isEmpty = true;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) this.#quote();
      else if (!this.#isQuoted) this.#character(code);
    }
  }

  #quote(): void {
    const begins = !this.#isQuoted && (this.#isEmpty || this.#hasEnded);
    this.#hasEnded = this.#isQuoted;
    this.#isQuoted = begins;
    this.#isEmpty = false;
  }

  #character(code: number): void {
    const endsRow = code === NEWLINE || code === RETURN;
    this.#hasEnded = false;
    this.#isEmpty = code === this.#delimiter || endsRow;
    if (endsRow) this.#cells = 0;
    else if (code === this.#delimiter && ++this.#cells > MAX_CELLS)
      throw unreadable('csv', `a row has more than ${MAX_CELLS} cells`);
  }
}
