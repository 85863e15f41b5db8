/**
 * Server counters that change with every write. Each transaction takes a number when it begins to write and another
 * when it commits. Engines without transactions count rows, and the other counters count statements that change no
 * rows.
 */
const COUNTERS = [
  'INNODB_MAX_TRX_ID',
  'HANDLER_WRITE',
  'HANDLER_UPDATE',
  'HANDLER_DELETE',
  'COM_TRUNCATE',
  'COM_ALTER_TABLE',
  'COM_RENAME_TABLE',
  'COM_DROP_TABLE',
  'COM_CREATE_TABLE',
  'COM_CREATE_VIEW',
  'COM_DROP_VIEW',
];

/** An expression for the counters' values as one text. Only MariaDB has all of them; on other servers it is null. */
export function writeCounters(isMariaDb: boolean): string {
  if (!isMariaDb) return 'NULL';
  const names = COUNTERS.map((name) => `'${name}'`).join(', ');
  return `(SELECT GROUP_CONCAT(VARIABLE_VALUE ORDER BY VARIABLE_NAME) FROM information_schema.GLOBAL_STATUS
  WHERE VARIABLE_NAME IN (${names}))`;
}

/** Each read makes the server sum the counters over all of its connections, and every project reads them. */
const EVERY_MS = 1_000;
/** How long the counters must be unchanged: a commit is counted a moment before others see it. */
const REST_MS = 10_000;

/** Detects when the counters have been unchanged for a while. Times are in milliseconds. */
export class RestingCounters {
  #values: string | null = null;
  #since = 0;
  #seen = Number.NEGATIVE_INFINITY;

  /** Whether the counters should be read again. */
  isDue(now: number): boolean {
    return now - this.#seen >= EVERY_MS;
  }

  /** Records the counters' values; null if the server has none. */
  see(values: string | null, now: number): void {
    if (values !== this.#values) this.#since = now;
    this.#values = values;
    this.#seen = now;
  }

  /** The counters' values if they have been unchanged for ten seconds; otherwise null, and if there are none. */
  get rested(): string | null {
    return this.#seen - this.#since >= REST_MS ? this.#values : null;
  }
}
