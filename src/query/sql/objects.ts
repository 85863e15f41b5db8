import { formOf } from '../../schema/codec.ts';
import type { NodePlan, PlannedColumn } from '../plan/plan.ts';
import { column } from './columns.ts';
import { kindOf } from './kind-of.ts';
import { columnOfRows, type Expression, type Member, type ObjectSelect, type Select } from './nodes.ts';

/**
 * Names that cannot become members: objects list numbers first, and quotes could be mistaken for those around names of
 * tables and columns.
 */
const UNFIT = /^$|^\d+$|^__proto__$|"/;
/** Engines limit the size of expressions. */
const MAX_MEMBERS = 400;

/** The members of the JSON objects for the rows of a node; null if the database cannot write them. */
export function membersOf({ columns, relations, computed, names }: NodePlan): readonly Member[] | null {
  if (relations.length > 0 || computed.length > 0 || names.length !== columns.length) return null;
  const members = names.flatMap((name) => memberOf(name, columns));
  return members.length === names.length && members.length > 0 && members.length <= MAX_MEMBERS ? members : null;
}

function memberOf(name: string, columns: readonly PlannedColumn[]): Member[] {
  const place = columns.findIndex(({ field }) => field.name === name);
  const planned = columns[place];
  const form = planned?.answered && planned.access.kind === 'always' ? formOf(planned.field) : undefined;
  if (!planned || !form || UNFIT.test(name)) return [];
  const { kind } = planned.field;
  return [{ name, form, value: columnOfRows(place, column(planned.field, ''), kind ?? 'text') }];
}

/** Selects the rows of a list as JSON objects. Columns after those of the node stay as they are. */
export function selectObjects(rows: Select, members: readonly Member[], limit: number): ObjectSelect {
  const extra = rows.columns.flatMap((each, place) => (place < members.length ? [] : [extraAt(place, each)]));
  return { rows, members, extra, limit };
}

function extraAt(place: number, of: Expression): Expression {
  const like = of.type === 'place' ? of.of : of;
  return { type: 'place', of: columnOfRows(place, like, kindOf(like)) };
}
