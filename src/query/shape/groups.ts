import { readerOf } from '../../schema/codec.ts';
import type { Field } from '../../schema/field.ts';
import type { Stored } from '../../schema/stored.ts';
import { setOwn } from '../../shared/set-own.ts';
import type { GroupedPlan, PlannedAggregate, PlannedKey } from '../plan/grouped.ts';
import type { Row } from './row.ts';
import { wholeSum } from './whole-sum.ts';

/** A group as returned to the client: the values of its keys, and by function the values of each field. */
export type Group = Record<string, Record<string, unknown>>;

type Read = (stored: Stored) => unknown;

/** Returns the function that turns a row of a statement for groups into a group. (Contract, Q-205 to Q-213.) */
export function groupDecoder({ keys, aggregates }: GroupedPlan): (row: Row) => Group {
  const ofKeys = keys.map((key) => ({ name: key.name, read: keyReader(key) }));
  const computed = aggregates.map((each) => ({ ...each, read: aggregateReader(each) }));
  return (row) => {
    const group: Group = { group: {} };
    for (const [index, { name, read }] of ofKeys.entries()) put(group, 'group', name, unlessNull(read, row[index]));
    for (const [index, each] of computed.entries())
      put(group, each.function, each.name, unlessNull(each.read, row[ofKeys.length + index]));
    return group;
  };
}

function put(group: Group, at: string, name: string, value: unknown): void {
  const values = group[at] ?? {};
  setOwn(values, name, value);
  group[at] = values;
}

/** Null stays null, even if the field's type reads null as another value: there was nothing to aggregate. */
const unlessNull = (read: Read, stored: Stored | undefined): unknown =>
  stored === null || stored === undefined ? null : read(stored);

const asIs: Read = (stored) => stored;
const valueReader = (field: Field): Read => readerOf(field) ?? asIs;

function keyReader({ field, part }: PlannedKey): Read {
  if (part === null) return valueReader(field);
  return part === 'date' ? asIs : Number;
}

function aggregateReader({ function: name, of }: PlannedAggregate): Read {
  if (!of || name === 'count' || name === 'countDistinct' || name === 'avg') return Number;
  if (name !== 'sum') return valueReader(of.field);
  const { kind } = of.field;
  if (kind !== 'integer' && kind !== 'bigint') return Number;
  return kind === 'bigint' ? (stored) => String(wholeSum(stored)) : (stored) => Number(wholeSum(stored));
}
