import type { GraphQLObjectType } from 'graphql';
import type { GraphCollection } from './model.ts';

/** The types of the items of each collection. */
export type ItemTypes = ReadonlyMap<GraphCollection, GraphQLObjectType>;
