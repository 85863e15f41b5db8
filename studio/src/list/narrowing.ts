import { inUtc, isInUtc } from '../i18n/dates.ts';
import type { Collection } from '../model/collection.ts';
import type { Schema } from '../model/schema.ts';
import { resolveDate } from './filter/dates.ts';
import type { Expression } from './filter/expression.ts';
import type { OperatorName } from './filter/operators.ts';
import { asksFor, clientFilter, type ServerFilter, serverFilter } from './filter/server.ts';
import { kindOf } from './kinds.ts';
import { followPath } from './paths.ts';

/** The filter and search of a list, in the typed client's form. */
export interface Narrowing {
  readonly filter?: unknown;
  readonly q?: string;
  readonly status?: string;
}

/** The query for a filter and a search. Items of a hiding status are included if the filter names the status. */
export function narrowingOf(schema: Schema, collection: Collection, filter: Expression | null, q: string): Narrowing {
  const sent = clientFilter(filter, resolver(schema, collection));
  return {
    ...(sent !== undefined && { filter: sent }),
    ...(q !== '' && { q }),
    ...(showsDeleted(collection, filter) && { status: '*' }),
  };
}

/** The filter as a parameter of the API. */
export const parameterOf = (schema: Schema, collection: Collection, filter: Expression | null): ServerFilter | null =>
  serverFilter(filter, resolver(schema, collection));

/** Whether a filter names items that lists hide. */
export function showsDeleted({ status, statuses }: Collection, filter: Expression | null): boolean {
  const hidden = statuses.filter(({ isDeleted }) => isDeleted).map(({ value }) => value);
  return status !== null && asksFor(filter, status.name, hidden);
}

/** The operators by which a moment is before or after another one. Others compare its text. */
const ORDERING = /^([gl]te?|n?between)$/;

function resolver(
  schema: Schema,
  collection: Collection,
): (path: string, value: string, operator: OperatorName) => string {
  const now = new Date();
  return (path, value, operator) => {
    const field = followPath(schema, collection, path)?.at(-1);
    const kind = field ? kindOf(field) : 'text';
    if (!field || (kind !== 'date' && kind !== 'datetime')) return value;
    const resolved = resolveDate(value, now, kind === 'datetime');
    return isInUtc(field) && ORDERING.test(operator) ? inUtc(resolved) : resolved;
  };
}
