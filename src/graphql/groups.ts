import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLFloat,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import type { Context } from '../persistence/context.ts';
import type { AggregateFunction } from '../query/ast.ts';
import { AGGREGATE_FUNCTIONS, DATE_PARTS } from '../query/parse/grouping.ts';
import { hasPart, isAggregable, isGroupable } from '../query/plan/groupable.ts';
import type { Group } from '../query/shape/groups.ts';
import type { GraphCollection, GraphField } from './model.ts';
import { DATE, INT } from './scalars.ts';
import { shownValue, valueType } from './value-types.ts';

/** The field that counts all rows; in the query language it is `*`. */
const ALL_ROWS = '_all';
const ROWS = '*';
/** Names that no value of an enumeration may have. */
const UNNAMEABLE: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** A key to group by: its name in GraphQL, its name in the query language, and its type. */
interface Key {
  readonly name: string;
  readonly key: string;
  readonly type: GraphQLOutputType;
}

const GROUPS_METADATA = new GraphQLObjectType({
  name: 'Groups_Metadata',
  fields: {
    collection: { type: GraphQLString },
    type: { type: GraphQLString },
    result_count: { type: INT },
  },
});

/** The keys of a collection: its fields, and `<field>_<part>` for dates and moments. */
function keysOf(fields: readonly GraphField[]): readonly Key[] {
  const own = fields.map(({ name, field }) => ({ name, key: field.name, type: valueType(field) }));
  const taken = new Set(own.map(({ name }) => name));
  const parts = fields.flatMap(({ name, field }) =>
    DATE_PARTS.filter((part) => hasPart(field, part)).map((part) => ({
      name: `${name}_${part}`,
      key: `${part}(${field.name})`,
      type: part === 'date' ? DATE : INT,
    })),
  );
  return [...own, ...parts.filter(({ name }) => !taken.has(name))].filter(({ name }) => !UNNAMEABLE.has(name));
}

/** The fields that a role may group by and aggregate. */
const groupableFields = ({ fields }: GraphCollection): readonly GraphField[] =>
  [...fields.values()].filter(({ field, compared }) => compared && isGroupable(field));

/**
 * The list of groups of a collection as a query field, with the arguments that define the groups. No other type has a
 * name with an underscore before a word.
 */
export function groupsField(
  collection: GraphCollection,
  common: GraphQLFieldConfigArgumentMap,
): Pick<GraphQLFieldConfig<unknown, Context>, 'type' | 'args'> {
  const { type: base } = collection;
  const fields = groupableFields(collection);
  const keys = keysOf(fields);
  const values = Object.fromEntries(keys.map(({ name, key }) => [name, { value: key }]));
  const by = keys.length > 0 ? new GraphQLEnumType({ name: `${base}_GroupBy`, values }) : GraphQLString;
  const group = new GraphQLObjectType({ name: `${base}_Group`, fields: () => groupFields(base, fields, keys) });
  const type = new GraphQLObjectType({
    name: `${base}_Groups`,
    fields: { data: { type: new GraphQLList(group) }, meta: { type: GROUPS_METADATA } },
  });
  const args = { ...common, groupBy: { type: new GraphQLList(new GraphQLNonNull(by)) }, tz: { type: GraphQLString } };
  return { type, args };
}

function groupFields(base: string, fields: readonly GraphField[], keys: readonly Key[]) {
  const shown = Object.fromEntries(
    keys.map(({ name, key, type }) => [name, { type, resolve: (values: Group[string]) => shownValue(values[key]) }]),
  );
  const functions = AGGREGATE_FUNCTIONS.flatMap((name) => {
    const computed = computedFields(name, fields);
    const title = `${base}_${name[0]?.toUpperCase()}${name.slice(1)}`;
    if (Object.keys(computed).length === 0) return [];
    return [[name, { type: new GraphQLObjectType({ name: title, fields: computed }) }] as const];
  });
  const group = { type: new GraphQLObjectType({ name: `${base}_Keys`, fields: shown }) };
  return { ...(keys.length > 0 && { group }), ...Object.fromEntries(functions) };
}

function computedFields(name: AggregateFunction, fields: readonly GraphField[]) {
  const taken = fields.filter(({ field }) => isAggregable(field, name));
  const own = taken.map((each) => [
    each.name,
    {
      type: computedType(name, each),
      resolve: (values: Group[string]) => shownValue(values[each.field.name]),
    },
  ]);
  const all = { type: new GraphQLNonNull(INT), resolve: (values: Group[string]) => values[ROWS] };
  return { ...Object.fromEntries(own), ...(name === 'count' && { [ALL_ROWS]: all }) };
}

/** Sums may be too large for GraphQL's integers. */
function computedType(name: AggregateFunction, { field }: GraphField): GraphQLOutputType {
  if (name === 'count' || name === 'countDistinct') return INT;
  if (name === 'avg') return GraphQLFloat;
  return name === 'sum' && field.kind === 'integer' ? GraphQLFloat : valueType(field);
}

/** The field of the query language that a selected aggregate is computed from. */
export function computedFrom({ fields }: GraphCollection, name: string): string | undefined {
  return name === ALL_ROWS ? ROWS : fields.get(name)?.field.name;
}
