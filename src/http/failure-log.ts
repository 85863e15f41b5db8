import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import { OutdatedSchema } from '../persistence/current-schema.ts';
import { reasonOf } from '../shared/reason-of.ts';
import { ReportLimiter } from '../shared/report-limiter.ts';

/** How often it is reported that a project fails for the same outside cause. */
const REPORT_MS = 60_000;
/** Failures that are reported elsewhere, or intended. */
const EXPECTED: ReadonlySet<ErrorName> = new Set([
  'projectBusy',
  'projectSuspended',
  'projectMoving',
  'serverStopping',
]);
/** Failures that all requests share while a database, a disk or a bucket cannot be used. */
const OUTAGES: ReadonlySet<ErrorName> = new Set([
  'databaseUnavailable',
  'databaseBusy',
  'databaseReadOnly',
  'diskFull',
  'storageUnavailable',
]);

/** Logs the causes of failed requests, in addition to the line of each request. */
export class FailureLog {
  readonly #log: Logger;
  readonly #outages = new ReportLimiter(REPORT_MS);

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Logs the cause of a failure that callers are not told: of an outage of a project, once a minute. */
  add(error: unknown, shown: ApiError, { id }: FastifyRequest, project: string | undefined): void {
    if (shown.entry === 'notInstalled') this.#log.info({ id }, shown.message);
    else if (shown.entry === 'invalidConnection')
      this.#log.warn({ id, reason: reasonOf(error) }, 'the database of a project to be made cannot be reached');
    else if (shown.status >= 500 && this.#isNews(shown, project))
      this.#log.error({ err: error, id, project }, 'failure');
  }

  #isNews(shown: ApiError, project = ''): boolean {
    if (EXPECTED.has(shown.entry) || shown instanceof OutdatedSchema) return false;
    return !OUTAGES.has(shown.entry) || this.#outages.isDue(`${shown.entry} ${project}`);
  }
}
