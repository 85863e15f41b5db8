import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { isTimeZone } from '../../shared/datetime.ts';
import type { Aggregate, AggregateFunction, DatePart, Grouping, GroupKey } from '../ast.ts';
import { listOf, type ParameterMap, textOf } from './parameters.ts';

/** The functions of `aggregate`. */
export const AGGREGATE_FUNCTIONS: readonly AggregateFunction[] = ['count', 'sum', 'avg', 'min', 'max', 'countDistinct'];
/** The parts of dates and moments that `groupBy` accepts. */
export const DATE_PARTS: readonly DatePart[] = [
  'year',
  'quarter',
  'month',
  'week',
  'weekyear',
  'day',
  'weekday',
  'hour',
  'date',
];
const MAX_KEYS = 5;
const MAX_AGGREGATES = 30;
const MAX_HOPS = 3;
const PART = /^(\w+)\((.+)\)$/;
/** Not every version of Node accepts offsets such as `+02:00` as time zones. */
const ZONE = /^[A-Za-z][\w+/-]{0,63}$/;
const METADATA = ['*', 'collection', 'type', 'result_count'];
/** Parameters that have no meaning for groups, and what to use instead. */
const SEPARATE = {
  fields: 'leave it out: groups have the fields of groupBy and aggregate',
  single: 'leave it out: groups are always a list',
  after: 'use offset or page',
  before: 'use offset or page',
} as const;

/** Parses the groups that a request asks for; undefined if it asks for items. Error 12. (Contract, Q-200 to Q-213.) */
export function parseGrouping(parameters: ParameterMap): Grouping | undefined {
  const { aggregate, groupBy } = parameters;
  if (aggregate === undefined && groupBy === undefined) return undefined;
  refuseSeparate(parameters);
  const keys = parseKeys(parameters);
  const aggregates = parseAggregates(parameters);
  if (keys.length === 0 && aggregates.length === 0)
    throw unprocessable('Write aggregate[count][]=* or groupBy[]=field, with a field of the collection');
  return { keys, aggregates, timeZone: parseTimeZone(parameters) };
}

function refuseSeparate(parameters: ParameterMap): void {
  for (const [name, advice] of Object.entries(SEPARATE))
    if (parameters[name] !== undefined) throw unprocessable(`Groups take no parameter ${name}: ${advice}`);
  const strange = listOf(parameters.meta).find((name) => !METADATA.includes(name));
  if (strange !== undefined)
    throw unprocessable(`Groups have no metadata "${strange.slice(0, 60)}": ask for ${METADATA.join(', ')}`);
}

function parseKeys({ groupBy }: ParameterMap): GroupKey[] {
  const names = [...new Set(listOf(groupBy))];
  if (names.length > MAX_KEYS) throw new ApiError('queryTooLarge', { limit: MAX_KEYS, what: 'fields to group by' });
  return names.map(parseKey);
}

function parseKey(name: string): GroupKey {
  const [, part, inner = name] = PART.exec(name) ?? [];
  const path = inner.split('.');
  if (path.length > MAX_HOPS + 1)
    throw new ApiError('queryTooLarge', { limit: MAX_HOPS, what: 'relations in groupBy' });
  return { name, path, part: part === undefined ? null : partNamed(part) };
}

function partNamed(name: string): DatePart {
  const part = DATE_PARTS.find((each) => each === name);
  if (part) return part;
  throw unprocessable(`groupBy has no function "${name.slice(0, 60)}": use one of ${DATE_PARTS.join(', ')}`);
}

function parseAggregates({ aggregate }: ParameterMap): Aggregate[] {
  if (typeof aggregate === 'string') throw unprocessable('Write aggregate[count][]=*, or another function and field');
  const wanted = Object.entries(aggregate ?? {}).flatMap(([name, fields]) => {
    const of = functionNamed(name);
    return [...new Set(listOf(fields))].map((field) => ({ function: of, field }));
  });
  if (wanted.length > MAX_AGGREGATES)
    throw new ApiError('queryTooLarge', { limit: MAX_AGGREGATES, what: 'aggregates' });
  return wanted;
}

function functionNamed(name: string): AggregateFunction {
  const known = AGGREGATE_FUNCTIONS.find((each) => each === name);
  if (known) return known;
  throw unprocessable(`There is no aggregate "${name.slice(0, 60)}": use one of ${AGGREGATE_FUNCTIONS.join(', ')}`);
}

function parseTimeZone({ tz }: ParameterMap): string {
  const name = tz === undefined ? 'UTC' : (textOf(tz) ?? '');
  if (ZONE.test(name) && isTimeZone(name)) return name;
  throw unprocessable(
    `There is no time zone "${name.slice(0, 64)}": write a name of the IANA list, such as Europe/Madrid`,
  );
}
