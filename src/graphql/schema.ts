import {
  type GraphQLArgument,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import type { Context } from '../persistence/context.ts';
import type { Item } from '../query/shape/decoder.ts';
import type { Field } from '../schema/field.ts';
import { isRecord } from '../shared/is-record.ts';
import { FILE_DATA, FILE_DATA_FIELDS } from './file-data.ts';
import { filterType } from './filters.ts';
import { groupsField } from './groups.ts';
import type { ItemTypes } from './item-types.ts';
import type { GraphCollection, GraphField } from './model.ts';
import { mutationFields, type WriteRoots } from './mutations.ts';
import { namingDefinitions } from './naming-arguments.ts';
import type { ReadRoot } from './root.ts';
import { INT } from './scalars.ts';
import { paced } from './shown.ts';
import { shownValue, valueType } from './value-types.ts';

/** Resolves lists of items, and of groups of them. */
interface ReadRoots {
  readonly read: ReadRoot;
  readonly groups: ReadRoot;
}

const METADATA = new GraphQLObjectType({
  name: 'Metadata',
  fields: {
    collection: { type: GraphQLString },
    type: { type: GraphQLString },
    result_count: { type: INT },
    total_count: { type: INT },
    filter_count: { type: INT },
  },
});

/**
 * Builds the schema of what one role may read and write; undefined if it may read nothing. Works in steps, because it
 * takes long for hundreds of collections. (Contract, G-1 to G-23.)
 */
export function* buildGraphSchema(
  model: readonly GraphCollection[],
  { read, groups }: ReadRoots,
  writes: WriteRoots,
): Generator<void, GraphQLSchema | undefined> {
  const items = new Map<GraphCollection, GraphQLObjectType>();
  for (const collection of model) items.set(collection, itemType(collection, items));
  const named = yield* stepwise(
    model.filter(({ root }) => root !== null),
    (collection) => ({ collection, args: argumentsOf(collection) }),
  );
  const roots = named.flatMap((asked) => rootField(asked, items, read));
  if (roots.length === 0) return undefined;
  const taken = new Set(roots.map(([name]) => name));
  const aggregated = yield* stepwise(named, (asked) => groupRoot(asked, taken, groups));
  const changes = yield* stepwise(model, (collection) => mutationFields(collection, items, writes));
  const query = new GraphQLObjectType({ name: 'Query', fields: Object.fromEntries([...roots, ...aggregated.flat()]) });
  const mutation = new GraphQLObjectType({ name: 'Mutation', fields: Object.fromEntries(changes.flat()) });
  const written = changes.some((fields) => fields.length > 0) ? [mutation] : [];
  yield* makeFields([query, ...written]);
  // The names are valid by construction, and validating the types would take as long as making them.
  return new GraphQLSchema({ query, mutation: written[0], assumeValid: true });
}

function* stepwise<T, R>(of: readonly T[], work: (each: T) => R): Generator<void, R[]> {
  const results: R[] = [];
  for (const each of of) {
    results.push(work(each));
    yield;
  }
  return results;
}

/**
 * Creates the fields of all types that are reachable from the given ones, in steps. The schema's constructor would
 * create all of them at once.
 */
function* makeFields(types: readonly GraphQLNamedType[]): Generator<void> {
  const reached = new Set<GraphQLNamedType>(types);
  for (const type of reached) {
    if (!isObjectType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const args: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
      const used: readonly GraphQLType[] = [field.type, ...args.map((argument) => argument.type)];
      for (const each of used) reached.add(getNamedType(each));
    }
    yield;
  }
}

function itemType(collection: GraphCollection, items: ItemTypes): GraphQLObjectType {
  return new GraphQLObjectType({
    name: collection.item,
    fields: () =>
      Object.fromEntries([...collection.fields.values()].map((field) => [field.name, itemField(field, items)])),
  });
}

function itemField(field: GraphField, items: ItemTypes): GraphQLFieldConfig<Item, Context> {
  const { name } = field.field;
  const { part } = field;
  const type = fieldType(field, items);
  if (part) return { type, resolve: (item) => (isRecord(item[name]) ? item[name][part] : null) };
  if (field.field.relation?.kind !== 'o2m') return { type, resolve: (item) => shownValue(ownValue(item, name)) };
  return { type, resolve: (item) => (Array.isArray(item[name]) ? paced(item[name]) : null) };
}

/** A hidden field is absent from the item, but every object may inherit a property of its name. */
const ownValue = (item: Item, name: string): unknown => (Object.hasOwn(item, name) ? item[name] : null);

/** Values may be hidden in some rows, so only the key is non-null. */
function fieldType(requested: GraphField, items: ItemTypes): GraphQLOutputType {
  const { field, part, target, always } = requested;
  const item = target && items.get(target);
  if (item) return field.relation?.kind === 'o2m' ? new GraphQLList(item) : item;
  if (field.madeOf) return part ? FILE_DATA_FIELDS[part].type : FILE_DATA;
  const isKey = field.column?.primaryKey === true;
  const isId = isKey && isNumber(field) && field.row?.interface === 'primary-key';
  const type = isId ? GraphQLID : valueType(field);
  return isKey && always ? new GraphQLNonNull(type) : type;
}

const isNumber = ({ kind, type }: Field): boolean => kind === 'integer' && type.name !== 'boolean';

/** A collection with a query field, and the field's arguments. */
interface AskedCollection {
  readonly collection: GraphCollection;
  readonly args: GraphQLFieldConfigArgumentMap;
}

function rootField(
  { collection, args }: AskedCollection,
  items: ItemTypes,
  read: ReadRoot,
): [string, GraphQLFieldConfig<unknown, Context>][] {
  const item = items.get(collection);
  if (collection.root === null || !item) return [];
  const fields: GraphQLFieldConfigMap<unknown, unknown> = {
    data: { type: new GraphQLList(item) },
    meta: { type: METADATA },
  };
  const type = new GraphQLObjectType({ name: collection.type, fields });
  const resolve: GraphQLFieldConfig<unknown, Context>['resolve'] = (_root, given, context, info) =>
    read(context, collection, given, info);
  return [[collection.root, { type, args, resolve }]];
}

/** The field `<collection>_aggregated`, unless a collection has that name, for collections that can be grouped. */
function groupRoot(
  { collection, args }: AskedCollection,
  taken: ReadonlySet<string>,
  groups: ReadRoot,
): [string, GraphQLFieldConfig<unknown, Context>][] {
  const name = `${collection.root}_aggregated`;
  if (collection.root === null || collection.collection.system || taken.has(name)) return [];
  const { id: _id, lang: _lang, ...common } = args;
  const resolve: GraphQLFieldConfig<unknown, Context>['resolve'] = (_root, given, context, info) =>
    groups(context, collection, given, info);
  return [[name, { ...groupsField(collection, common), resolve }]];
}

function argumentsOf(collection: GraphCollection): GraphQLFieldConfigArgumentMap {
  const { name, primaryKey } = collection.collection;
  const filter = filterType(collection);
  const isCounted = primaryKey && isNumber(primaryKey) && name !== 'directus_users';
  return {
    id: { type: isCounted ? INT : GraphQLID },
    limit: { type: INT },
    offset: { type: INT },
    page: { type: INT },
    sort: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) },
    q: { type: GraphQLString },
    status: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) },
    lang: { type: GraphQLString },
    ...namingDefinitions(collection),
    ...(filter && { filter: { type: filter } }),
  };
}
