import { ApiError } from '../../errors/api-error.ts';
import type { Exchange } from '../exchange.ts';
import { isRead } from '../is-read.ts';
import type { Route } from '../route.ts';

/** Takes questions in a body. What it would write, the caller's policy refuses. */
const QUESTIONS: ReadonlySet<string> = new Set(['POST /gql']);

/** Refuses a view where something would change, and on routes that do not take limited API keys. Error 10. (Contract, A-153.) */
export function refuseView({ request }: Exchange, { method, path, apiKeys }: Route): void {
  const reads = isRead(request.method) || QUESTIONS.has(`${method} ${path}`);
  if (!reads || apiKeys !== undefined) throw new ApiError('viewRefused');
}
