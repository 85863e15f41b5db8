import { ApiError } from '../../errors/api-error.ts';
import type { Exchange } from '../exchange.ts';
import { isRead } from '../is-read.ts';
import type { Route } from '../route.ts';

/** Routes that read by `POST`. The caller's policy refuses anything that they would write. */
const QUESTIONS: ReadonlySet<string> = new Set(['POST /gql']);

/**
 * Refuses a view on requests that would change something, and on routes that do not accept limited API keys. Error 10.
 * (Contract, A-153.)
 */
export function refuseView({ request }: Exchange, { method, path, apiKeys }: Route): void {
  const reads = isRead(request.method) || QUESTIONS.has(`${method} ${path}`);
  if (!reads || apiKeys !== undefined) throw new ApiError('viewRefused');
}
