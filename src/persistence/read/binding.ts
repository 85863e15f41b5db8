import { roleOf, userIdOf } from '../../permissions/caller.ts';
import type { Query } from '../../query/ast.ts';
import type { Binding } from '../../query/sql/nodes.ts';
import type { Scope } from '../context.ts';
import { budgetFor } from './budget.ts';
import { Lanes } from './lanes.ts';
import { offsetOf } from './paging.ts';
import type { Reading } from './run-read.ts';

/** The values that a query runs with for a scope's caller: the query's, unless others are given. */
export function bindingFor(scope: Scope, query: Query, values = query.values): Reading {
  const { settings } = scope.store.catalog;
  return {
    values,
    search: query.search,
    ...callerBinding(scope),
    offset: offsetOf(settings, query),
    ...(query.position && { position: query.position.values }),
    keys: [],
    compute: (_field, columns) => scope.store.calls.fileData(scope, columns),
    lanes: new Lanes(),
    budget: scope.joint?.budget ?? budgetFor(settings, scope.caller),
  };
}

/** The values that a condition on rows runs with for a scope's caller. */
export function conditionBinding(scope: Scope, of: Partial<Pick<Binding, 'values' | 'keys'>>): Binding {
  return { values: [], search: null, offset: 0, keys: [], ...callerBinding(scope), ...of };
}

const callerBinding = ({ caller, now, store }: Scope) => ({
  user: userIdOf(caller),
  role: roleOf(caller),
  now,
  timeZone: store.catalog.settings.timeZone,
});
