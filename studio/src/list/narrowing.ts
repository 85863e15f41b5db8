import type { Collection } from '../model/collection.ts';
import type { Schema } from '../model/schema.ts';
import { resolveDate } from './filter/dates.ts';
import type { Expression } from './filter/expression.ts';
import { asksFor, clientFilter, type ServerFilter, serverFilter } from './filter/server.ts';
import { kindOf } from './kinds.ts';
import { followPath } from './paths.ts';

/** Which items are listed, as the typed client takes it. */
export interface Narrowing {
  readonly filter?: unknown;
  readonly q?: string;
  readonly status?: string;
}

/** What a filter and a search ask of the server. A status that hides items is listed where the filter names it. */
export function narrowingOf(schema: Schema, collection: Collection, filter: Expression | null, q: string): Narrowing {
  const sent = clientFilter(filter, resolver(schema, collection));
  return {
    ...(sent !== undefined && { filter: sent }),
    ...(q !== '' && { q }),
    ...(showsDeleted(collection, filter) && { status: '*' }),
  };
}

/** The filter as the API's parameter has it. */
export const parameterOf = (schema: Schema, collection: Collection, filter: Expression | null): ServerFilter | null =>
  serverFilter(filter, resolver(schema, collection));

/** Whether a filter asks for items that lists hide. */
export function showsDeleted({ status, statuses }: Collection, filter: Expression | null): boolean {
  const hidden = statuses.filter(({ isDeleted }) => isDeleted).map(({ value }) => value);
  return status !== null && asksFor(filter, status.name, hidden);
}

function resolver(schema: Schema, collection: Collection): (path: string, value: string) => string {
  const now = new Date();
  return (path, value) => {
    const field = followPath(schema, collection, path)?.at(-1);
    const kind = field ? kindOf(field) : 'text';
    return kind === 'date' || kind === 'datetime' ? resolveDate(value, now, kind === 'datetime') : value;
  };
}
