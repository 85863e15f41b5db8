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

/** A resolver that runs one query field of a request at a time, because they share its budget. */
export const oneAtATime =
  (read: ReadRoot): ReadRoot =>
  (context, ...field) =>
    context.joint ? context.joint.mutex.run(() => read(context, ...field)) : read(context, ...field);
