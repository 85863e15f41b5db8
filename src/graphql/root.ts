import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../persistence/context.ts';
import type { GraphCollection } from './model.ts';

/** Resolves a query field. */
export type ReadRoot = (
  context: Context,
  collection: GraphCollection,
  args: Readonly<Record<string, unknown>>,
  info: GraphQLResolveInfo,
) => Promise<unknown>;
