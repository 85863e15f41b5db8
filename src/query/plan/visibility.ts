import { ApiError } from '../../errors/api-error.ts';
import type { Action } from '../../permissions/action.ts';
import type { Level } from '../../permissions/policy.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field, FieldRelation } from '../../schema/field.ts';
import { isStorable } from '../../schema/kinds.ts';
import { collectionOf } from '../../schema/schema.ts';
import { named } from '../../shared/named.ts';
import { accessTo } from './access.ts';
import type { PlanContext } from './context.ts';
import { rowsOfRules } from './item-rules.ts';
import { all } from './join.ts';
import { NO_ROWS, rowsUnlessRefused } from './no-rows.ts';
import type { Predicate } from './plan.ts';
import { rowsOfReadable, rowsWithoutSecret } from './records.ts';

/** Fields that hold the owner in system collections, whatever their type. (Contract, P-16.) */
const SYSTEM_OWNERS = named<{ readonly field: string; readonly of: 'user' | 'role' }>({
  directus_users: { field: 'id', of: 'user' },
  directus_activity: { field: 'action_by', of: 'user' },
  directus_roles: { field: 'id', of: 'role' },
  directus_permissions: { field: 'role', of: 'role' },
  directus_collection_presets: { field: 'user', of: 'user' },
});

/**
 * The rows of a collection on which the caller's policy allows an action; null for all rows. Error 300 if the policy
 * depends on an owner that the collection does not have.
 */
export function permittedRows(context: PlanContext, collection: Collection, action: Action): Predicate | null {
  const byRule = rowsByRule(context, collection, action);
  const ofReadable = rowsOfReadable(context, collection, (other) => readableRows(context, other));
  const fulfilling = rowsOfRules(context, collection, action);
  return all([byRule, fulfilling, ofReadable, rowsWithoutSecret(context, collection)]);
}

/**
 * The rows of a collection that the caller may read. A rule about an owner that the collection does not have allows
 * none.
 */
export function readableRows(context: PlanContext, collection: Collection): Predicate | null {
  return rowsUnlessRefused(() => permittedRows(context, collection, 'read'));
}

function rowsByRule({ policy }: PlanContext, collection: Collection, action: Action): Predicate | null {
  const rule = policy.collection(collection.name).rule(action);
  if (rule.kind === 'level') return ownedRows(collection, rule.level);
  const status = collection.status?.field ?? null;
  if (!status) return NO_ROWS;
  const branches = rule.levels.flatMap(({ status: name, level }): Predicate[] => {
    const owned = level === 'full' ? null : ownedRows(collection, level);
    const inStatus: Predicate = { type: 'status', field: status, statuses: [name], negated: false };
    return level === 'none' ? [] : [all([inStatus, owned]) ?? inStatus];
  });
  return branches.length > 0 ? { type: 'or', of: branches } : NO_ROWS;
}

function ownedRows(collection: Collection, level: Level): Predicate | null {
  if (level === 'full') return null;
  if (level === 'none') return NO_ROWS;
  const owner = ownerField(collection);
  if (owner && SYSTEM_OWNERS[collection.name]?.of === 'role') return { type: 'ownRole', field: owner };
  if (owner) return { type: 'owner', field: owner, level };
  if (collection.status) return NO_ROWS;
  throw new ApiError('readDenied', { collection: collection.name });
}

/** The field that holds the owner of an item, if there is one. (Contract, P-15 and P-16.) */
export function ownerField(collection: Collection): Field | null {
  const system = SYSTEM_OWNERS[collection.name];
  return system ? (collection.byName.get(system.field) ?? null) : collection.owner;
}

/** The rows with a requested status: one of the list, any, or by default one that does not hide the item. */
export function rowsOfStatus(collection: Collection, statuses: readonly string[] | '*' | null): Predicate | null {
  const { status } = collection;
  if (!status || statuses === '*') return null;
  const visible = Array.from(status.statuses).flatMap(([name, { softDelete }]) => (softDelete ? [] : [name]));
  return { type: 'status', field: status.field, statuses: statuses?.filter(isStorable) ?? visible, negated: false };
}

/**
 * Like `rowsOfStatus`, for a caller: requested statuses reveal nothing about rows whose status is hidden. Error 215 if
 * it is hidden in all of them.
 */
export function rowsOfAskedStatus(
  context: PlanContext,
  collection: Collection,
  statuses: readonly string[] | '*' | null,
): Predicate | null {
  const field = collection.status?.field;
  const access = field && accessTo(context, field).kind;
  const ordinary = rowsOfStatus(collection, statuses === '*' ? null : statuses);
  if (!field || !ordinary || access === 'always' || statuses === null) return rowsOfStatus(collection, statuses);
  if (statuses === '*' && access !== 'statuses') return ordinary;
  const revealing = rowsRevealing(context, collection, field);
  if (statuses === '*') return revealing && { type: 'or', of: [ordinary, revealing] };
  return all([ordinary, revealing]);
}

/** The rows of a relation that the caller may read and whose foreign key the caller may see. */
export function relatedRows(context: PlanContext, relation: FieldRelation): Predicate | null {
  const related = collectionOf(context.schema, relation.collection);
  const tie = relation.kind === 'o2m' ? related.byName.get(relation.foreignKey) : undefined;
  return all([permittedRows(context, related, 'read'), tie ? rowsRevealing(context, related, tie) : null]);
}

/**
 * The rows in which a field may be compared: those with a status that does not hide it, or the caller's own. Error 215
 * if it is hidden.
 */
export function rowsRevealing(context: PlanContext, collection: Collection, field: Field): Predicate | null {
  const access = accessTo(context, field);
  if (access.kind === 'always' || (access.kind === 'narrowed' && access.compared)) return null;
  if (access.kind === 'self' && access.filtered) return ownedRows(collection, 'mine');
  if (access.kind !== 'statuses') throw new ApiError('relatedDataDenied', { field: field.name });
  return collection.status
    ? { type: 'status', field: collection.status.field, statuses: access.hiddenIn, negated: true }
    : NO_ROWS;
}
