/**
 * Counters of a server that change with every write: each transaction takes a number when it begins to write and another one when
 * it commits; engines without transactions count rows, and statements that count none.
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

/** An expression for their values as one text. MariaDB alone has all of them; elsewhere it is null. */
export function writeCounters(isMariaDb: boolean): string {
  if (!isMariaDb) return 'NULL';
  const names = COUNTERS.map((name) => `'${name}'`).join(', ');
  return `(SELECT GROUP_CONCAT(VARIABLE_VALUE ORDER BY VARIABLE_NAME) FROM information_schema.GLOBAL_STATUS
  WHERE VARIABLE_NAME IN (${names}))`;
}

/** The server adds them up over all of its connections, for each project that asks. */
const EVERY_MS = 1_000;
/** How long they have to rest: a commit is counted a moment before others see it. */
const REST_MS = 10_000;

/** Counters that come to rest. Times are in milliseconds. */
export class RestingCounters {
  #values: string | null = null;
  #since = 0;
  #seen = Number.NEGATIVE_INFINITY;

  /** Whether it is time to read them again. */
  isDue(now: number): boolean {
    return now - this.#seen >= EVERY_MS;
  }

  /** Notes their values; null where the server has none. */
  see(values: string | null, now: number): void {
    if (values !== this.#values) this.#since = now;
    this.#values = values;
    this.#seen = now;
  }

  /** The counters once they have been the same for ten seconds; null until then, or if there are none. */
  get rested(): string | null {
    return this.#seen - this.#since >= REST_MS ? this.#values : null;
  }
}
