import { type GraphQLFieldConfigArgumentMap, GraphQLString } from 'graphql';
import { named } from '../shared/named.ts';
import type { GraphCollection } from './model.ts';

/** The arguments that name rows of a system collection, each with its field, as in Directus 8. */
const NAMING = named<Readonly<Record<string, string>>>({
  directus_collections: { name: 'collection' },
  directus_fields: { collection: 'collection', field: 'field' },
});

/** The arguments of a collection by which its rows are found by name, with their fields. (Contract, G-8.) */
export function namingArguments({ collection, fields }: GraphCollection): readonly (readonly [string, string])[] {
  return Object.entries(NAMING[collection.name] ?? {}).filter(([, field]) => fields.get(field)?.compared === true);
}

/** The definitions of these arguments. */
export const namingDefinitions = (collection: GraphCollection): GraphQLFieldConfigArgumentMap =>
  Object.fromEntries(namingArguments(collection).map(([argument]) => [argument, { type: GraphQLString }]));
