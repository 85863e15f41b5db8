import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import { rightsOf } from '../permissions/caller.ts';
import type { Catalog } from '../persistence/catalog.ts';
import type { Context } from '../persistence/context.ts';
import { budgetFor } from '../persistence/read/budget.ts';
import { inTurns } from '../shared/in-turns.ts';
import { Lru } from '../shared/lru.ts';
import { Mutex } from '../shared/mutex.ts';
import { textOrNull } from '../shared/text-or-null.ts';
import { groupsRoot } from './groups-root.ts';
import { executeUnlessTooLarge, paceIntrospection } from './introspection.ts';
import { MAX_TOKENS, refuseCostly, refuseLongVariables, refuseUnparsable } from './limits.ts';
import { graphModel } from './model.ts';
import { readRoot } from './read-root.ts';
import { buildGraphSchema } from './schema.ts';
import { variablesOf } from './variables.ts';
import { writeRoots } from './write-root.ts';

/** The GraphQL schemas of a catalogue; null for a caller who may read nothing. */
type Schemas = Lru<string, GraphQLSchema | null>;

/** How many are cached per catalogue: roles are few, but API keys may be many. */
const SCHEMAS = 100;
const schemas = new WeakMap<Catalog, Schemas>();

paceIntrospection();

/**
 * Answers a GraphQL request under the caller's policy: the schema omits whatever that hides. Failures are in `errors`
 * of the result. (Contract, G-1 to G-23.)
 */
export async function answerGraphql(
  context: Context,
  body: Readonly<Record<string, unknown>>,
): Promise<ExecutionResult> {
  try {
    const text = typeof body.query === 'string' ? body.query : '';
    refuseUnparsable(text);
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
  const operationName = textOrNull(body.operationName);
  const definition = getOperationAST(document, operationName);
  const operation = definition?.operation;
  const schema = await schemaFor(context);
  if (operation === 'subscription' || (operation === 'mutation' && !schema?.getMutationType()))
    throw new GraphQLError(`Schema is not configured for ${operation}s.`);
  if (!schema) throw new GraphQLError('There is nothing that you may read');
  const errors = validate(schema, document, undefined, { maxErrors: 20 });
  if (errors.length > 0) return { errors };
  const variableValues = variablesOf(schema, body.variables);
  refuseLongVariables(schema, definition?.variableDefinitions ?? [], variableValues);
  const { settings } = context.store.catalog;
  const budget = budgetFor(settings, context.caller);
  const contextValue: Context = { ...context, joint: { budget, shown: budget.fresh(), mutex: new Mutex() } };
  return executeUnlessTooLarge({ schema, document, contextValue, variableValues, operationName });
}

async function schemaFor({ store: { catalog }, caller }: Context): Promise<GraphQLSchema | null> {
  const ofCatalog: Schemas = schemas.get(catalog) ?? new Lru(SCHEMAS);
  schemas.set(catalog, ofCatalog);
  const rights = rightsOf(caller);
  const known = ofCatalog.get(rights);
  if (known !== undefined) return known;
  const model = graphModel(catalog.schema, catalog.policy(caller));
  const built = await inTurns(buildGraphSchema(model, { read: readRoot, groups: groupsRoot }, writeRoots));
  ofCatalog.set(rights, built ?? null);
  return built ?? null;
}
