import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import { roleOf } from '../permissions/caller.ts';
import type { Context } from '../persistence/context.ts';
import { budgetFor } from '../persistence/read/budget.ts';
import type { Catalog } from '../persistence/store.ts';
import { isRecord } from '../shared/is-record.ts';
import { Mutex } from '../shared/mutex.ts';
import { groupsRoot } from './groups-root.ts';
import { MAX_TOKENS, refuseCostly, refuseDeep } from './limits.ts';
import { graphModel } from './model.ts';
import { readRoot } from './read-root.ts';
import { buildGraphSchema } from './schema.ts';
import { writeRoots } from './write-root.ts';

/** The GraphQL schemas of each role, kept as long as the catalogue. */
const schemas = new WeakMap<Catalog, Map<number, GraphQLSchema | undefined>>();

/**
 * Answers a GraphQL request under the caller's policy: what that hides is not in the schema. Failures are in `errors`
 * of the result. (Contract, G-1 to G-23.)
 */
export async function answerGraphql(
  context: Context,
  body: Readonly<Record<string, unknown>>,
): Promise<ExecutionResult> {
  try {
    const text = typeof body.query === 'string' ? body.query : '';
    refuseDeep(text);
    const document = parse(text, { maxTokens: MAX_TOKENS });
    refuseCostly(document);
    return await run(context, document, body);
  } catch (error) {
    return { errors: [error instanceof GraphQLError ? error : wrapped(error)] };
  }
}

const wrapped = (error: unknown): GraphQLError =>
  new GraphQLError(error instanceof Error ? error.message : '', { originalError: error as Error });

async function run(
  context: Context,
  document: DocumentNode,
  body: Readonly<Record<string, unknown>>,
): Promise<ExecutionResult> {
  const operationName = typeof body.operationName === 'string' ? body.operationName : null;
  const operation = getOperationAST(document, operationName)?.operation;
  const schema = schemaFor(context);
  if (operation === 'subscription' || (operation === 'mutation' && !schema?.getMutationType()))
    throw new GraphQLError(`Schema is not configured for ${operation}s.`);
  if (!schema) throw new GraphQLError('There is nothing that you may read');
  const errors = validate(schema, document, undefined, { maxErrors: 20 });
  if (errors.length > 0) return { errors };
  const variableValues = isRecord(body.variables) ? body.variables : {};
  const { settings } = context.store.catalog;
  const budget = budgetFor(settings, context.caller);
  const contextValue: Context = { ...context, joint: { budget, shown: budget.anew(), mutex: new Mutex() } };
  return execute({ schema, document, contextValue, variableValues, operationName });
}

function schemaFor(context: Context): GraphQLSchema | undefined {
  const { catalog } = context.store;
  const role = roleOf(context.caller);
  const ofCatalog = schemas.get(catalog) ?? new Map<number, GraphQLSchema | undefined>();
  schemas.set(catalog, ofCatalog);
  if (!ofCatalog.has(role))
    ofCatalog.set(
      role,
      buildGraphSchema(
        graphModel(catalog.schema, catalog.policy(role)),
        { read: readRoot, groups: groupsRoot },
        writeRoots,
      ),
    );
  return ofCatalog.get(role);
}
