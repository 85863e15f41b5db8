import { serverContext } from '../persistence/context.ts';
import { filterResponse, filtersResponses, notifyResponseHooks } from '../services/hooks/response-hooks.ts';
import { JsonText } from '../shared/json-text.ts';
import type { Exchange } from './exchange.ts';
import { pathOf } from './request-url.ts';
import type { Answer } from './route.ts';

/** Applies response filters of extensions to data, which removes its state tag. Other answers stay as they are. */
export async function filterAnswer(exchange: Exchange, answer: Answer): Promise<Answer> {
  const context = contextOf(exchange);
  const { method } = exchange.request;
  if (!context || answer.kind !== 'data' || !filtersResponses(context, method)) return answer;
  const { version: _version, data, ...rest } = answer;
  const shown = data instanceof JsonText ? data.value : data;
  return { ...rest, data: await filterResponse(context, method, shown) };
}

/** Runs the hooks for an answer that has been sent. */
export function notifyOfAnswer(exchange: Exchange): void {
  const context = contextOf(exchange);
  const { request, reply } = exchange;
  const path = pathOf(request.url);
  if (context) notifyResponseHooks(context, { method: request.method, path, status: reply.statusCode });
}

/** Null unless the request is to a project with extensions. */
function contextOf(exchange: Exchange) {
  const project = exchange.extended;
  return project && { ...serverContext(project), caller: exchange.caller };
}
