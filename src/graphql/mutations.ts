import {
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLObjectType,
} from 'graphql';
import type { Context } from '../persistence/context.ts';
import type { ItemTypes } from './item-types.ts';
import type { Change, GraphCollection, GraphField } from './model.ts';
import type { ReadRoot } from './root.ts';
import { JSON_VALUE } from './scalars.ts';
import { valueType } from './value-types.ts';

/** The resolvers of each mutation; results are selected like query fields. */
export type WriteRoots = Readonly<Record<Change, ReadRoot>>;

const KEYS = { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLID))) };

/** The fields `create_`, `update_` and `delete_` of a user collection that the role may use. */
export function mutationFields(collection: GraphCollection, items: ItemTypes, writes: WriteRoots): Named[] {
  const item = items.get(collection);
  return item && collection.root !== null ? changesOf(collection, item, writes) : [];
}

type Named = [string, GraphQLFieldConfig<unknown, Context>];

function changesOf(collection: GraphCollection, item: GraphQLObjectType, writes: WriteRoots): Named[] {
  const input = new GraphQLNonNull(inputType(collection));
  const list = new GraphQLList(item);
  const shapes = {
    create: { type: list, args: { items: { type: new GraphQLNonNull(new GraphQLList(input)) } } },
    update: { type: list, args: { ids: KEYS, set: { type: input } } },
    delete: { type: new GraphQLList(new GraphQLNonNull(GraphQLID)), args: { ids: KEYS } },
  } as const satisfies Record<Change, object>;
  return collection.changes.map((change) => {
    const resolve: Named[1]['resolve'] = (_root, args, context, info) =>
      writes[change](context, collection, args, info);
    return [`${change}_${collection.root}`, { ...shapes[change], resolve }];
  });
}

function inputType({ type, fields }: GraphCollection): GraphQLInputObjectType {
  const stored = [...fields.values()].filter(({ field }) => !field.madeOf);
  const given = stored.map((field) => [field.name, { type: givenType(field) }] as const);
  return new GraphQLInputObjectType({ name: `${type}Input`, fields: Object.fromEntries(given) });
}

/** Related items are given by key or as objects. */
function givenType({ field }: GraphField): GraphQLInputType {
  if (field.relation) return JSON_VALUE;
  return field.column?.primaryKey ? GraphQLID : valueType(field);
}
