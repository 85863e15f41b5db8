import type { ExecutionResult, GraphQLError } from 'graphql';
import { joinedPieces } from '../../shared/joined-pieces.ts';
import { jsonPieces } from '../../shared/json-pieces.ts';
import { encodedAll, LONG } from '../encoded.ts';
import type { Exchange } from '../exchange.ts';
import { explainingQuestion } from '../explain-reference.ts';
import { toApiError } from '../hooks/errors.ts';
import { withNames } from '../name-hints.ts';
import type { Route } from '../route.ts';
import { graphqlWire } from '../wire/graphql.ts';

/** GraphQL, which uses the same reads as the other routes. (Contract, G-1 to G-23.) */
export const graphqlRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/gql',
    wire: graphqlWire.execute,
    handle: async (exchange) => {
      const { answerGraphql } = await import('../../graphql/answer.ts');
      const { data, errors } = await answerGraphql(exchange.context(), exchange.objectOrNone());
      const shown = { ...(errors && { errors: errors.map((error) => shownError(exchange, error)) }), ...dataOf(data) };
      const text = await encodedAll(joinedPieces(jsonPieces(shown), LONG));
      return { kind: 'text', text, type: 'application/json; charset=utf-8' };
    },
  },
];

const dataOf = (data: ExecutionResult['data']): object => (data === undefined ? {} : { data });

/**
 * Returns an error in the document in GraphQL's format, or a refusal with its message and code. Throws anything else.
 */
function shownError(exchange: Exchange, { message, locations, path, originalError, nodes }: GraphQLError): object {
  const place = { ...(locations && { locations }), ...(path && { path }) };
  // A variable of the wrong type is an error in the document that wraps another error.
  if (!originalError || originalError.name === 'GraphQLError')
    return { message, extensions: { category: 'graphql' }, ...place };
  const refusal = toApiError(originalError, exchange.dialect);
  if (refusal.status >= 500) throw originalError;
  const { message: said } = withNames(refusal, exchange.project.catalog, exchange.caller);
  const explain = explainingQuestion(refusal, exchange, mutationOf(nodes));
  return {
    message: said,
    extensions: { category: 'graphql', code: refusal.code, ...(explain && { explain }) },
    ...place,
  };
}

/** The action of the mutation where an error occurred: `update` for `update_articles`. */
function mutationOf(nodes: GraphQLError['nodes']): string | null {
  const [node] = nodes ?? [];
  return node && 'name' in node ? (node.name?.value.split('_')[0] ?? null) : null;
}
