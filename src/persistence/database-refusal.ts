import type { DatabaseFailure } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';

const DATABASE: Readonly<Partial<Record<DatabaseFailure['kind'], ErrorName>>> = {
  busy: 'databaseBusy',
  late: 'queryTooSlow',
  tooLarge: 'textsTooLong',
  full: 'diskFull',
  readOnly: 'databaseReadOnly',
  unreachable: 'databaseUnavailable',
};

/** The catalogue entry for a database that is unavailable or refuses to work; null for any other failure. */
export function databaseRefusal(failure: DatabaseFailure | null | undefined): ApiError | null {
  const name = failure && DATABASE[failure.kind];
  return name ? new ApiError(name) : null;
}
