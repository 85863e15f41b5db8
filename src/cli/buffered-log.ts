/** The maximum delay of a line. */
const DELAY_MS = 100;
/** The number of characters at which lines are written at once. */
const MAX_BUFFERED = 32 * 1024;
/** Lines of this level (warnings) and above are written at once. */
const WARNING = 40;

/** Makes pino provide the level of each line. */
const METADATA: unique symbol = Symbol.for('pino.metadata');

/** The destination of lines. */
interface Sink {
  write(text: string): unknown;
}

/**
 * Buffers the lines of the log, because one system call per request costs more than everything else about logging it.
 * Lines stay in order and wait at most 100 ms; warnings and errors do not wait. {@link flush} must be called before the
 * process ends.
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
    if (this.lastLevel >= WARNING || this.#waiting.length >= MAX_BUFFERED) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
  }

  /** Writes the buffered lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === '') return;
    const lines = this.#waiting;
    this.#waiting = '';
    this.#sink.write(lines);
  }
}
