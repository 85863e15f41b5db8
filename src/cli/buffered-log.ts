/** The longest that a line waits. */
const DELAY_MS = 100;
/** Characters from which lines are written at once. */
const MOST = 32 * 1024;
/** The level of warnings: from here on a line does not wait. */
const WARNING = 40;

/** Asks pino for the level of each line. */
const METADATA: unique symbol = Symbol.for('pino.metadata');

/** Where lines are written. */
interface Sink {
  write(text: string): unknown;
}

/**
 * Collects the lines of the log, because a system call per request costs more than what it logs. Lines stay in order. They
 * wait for 100 ms at most; warnings and errors do not wait. {@link flush} must be called before the process ends.
 */
export class BufferedLog {
  readonly [METADATA] = true;
  /** Set by pino before each line. */
  lastLevel = 0;
  readonly #sink: Sink;
  #waiting = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  write(line: string): void {
    this.#waiting += line;
    if (this.lastLevel >= WARNING || this.#waiting.length >= MOST) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
  }

  /** Writes the lines that wait. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === '') return;
    const lines = this.#waiting;
    this.#waiting = '';
    this.#sink.write(lines);
  }
}
