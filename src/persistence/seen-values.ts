import type { Column, Table } from '../schema/column.ts';
import type { Scope } from './context.ts';

/** Whether the caller may read every item of a collection, and may therefore know their number. */
export function seesAll({ store, caller }: Scope, collection: string): boolean {
  const policy = store.catalog.policy(caller).collection(collection);
  const rule = policy.rule('read');
  return rule.kind === 'level' && rule.level === 'full' && policy.itemRules('read').length === 0;
}

/** Whether the caller may read a column in every item of its table, with the keys of the items. */
export function seesValues(scope: Scope, { name, columns }: Table, column: Column): boolean {
  if (!seesAll(scope, name)) return false;
  const policy = scope.store.catalog.policy(scope.caller).collection(name);
  const key = columns.find(({ primaryKey }) => primaryKey);
  return [column, ...(key ? [key] : [])].every((each) => policy.readable(each.name).kind === 'always');
}
