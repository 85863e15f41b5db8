import type { DatabaseFailure, TakenKey } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import { unprocessable } from '../errors/unprocessable.ts';

const DATABASE: Readonly<Partial<Record<DatabaseFailure['kind'], ErrorName>>> = {
  busy: 'databaseBusy',
  late: 'queryTooSlow',
  tooLarge: 'textsTooLong',
  full: 'diskFull',
  readOnly: 'databaseReadOnly',
  unreachable: 'databaseUnavailable',
};

const REASONS: Readonly<Partial<Record<DatabaseFailure['kind'], string>>> = {
  value: 'The database cannot hold one of the values',
  reference: 'A foreign key of the database forbids this: an item would refer to one that does not exist',
  refused: 'A rule of the database, such as a trigger, refuses this change: ask whoever looks after the database',
  hidden:
    'Row level security of the database may hide rows from its account, so not all can be read: let the account bypass it (BYPASSRLS)',
  forbidden: 'The account of the database lacks a privilege for this: ask whoever looks after the database',
  computed: 'The database computes one of the fields itself: leave it out',
};

/**
 * The catalogue entry for a database that is unavailable, or refuses to work or to hold a value; null for any other
 * failure.
 */
export function databaseRefusal(failure: DatabaseFailure | null | undefined): ApiError | null {
  if (!failure) return null;
  if (failure.kind === 'unique') return failure.taken ? duplicate(failure.columns, failure.taken) : null;
  const [name, reason] = [DATABASE[failure.kind], REASONS[failure.kind]];
  if (reason !== undefined) return unprocessable(reason);
  return name ? new ApiError(name) : null;
}

function duplicate(columns: readonly string[], { table, value }: TakenKey): ApiError {
  return new ApiError('duplicateItem', { value, collection: table, field: columns.join(', ') });
}
