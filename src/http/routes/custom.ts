import { callEndpoint, methodsAt } from '../../services/hooks/endpoint.ts';
import { asText } from '../../shared/text.ts';
import type { Exchange } from '../exchange.ts';
import type { Answer, Method, Route } from '../route.ts';
import { extensionsWire } from '../wire/extensions.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

async function handle(exchange: Exchange): Promise<Answer> {
  const method = exchange.request.method === 'HEAD' ? 'GET' : exchange.request.method;
  const { access_token: _token, ...query } = exchange.parameters;
  const request = { method, query, headers: headersOf(exchange), body: exchange.payload };
  const [context, name, path] = [exchange.context(), exchange.path('name'), exchange.path('*')];
  const methods = methodsAt(context, name, path);
  if (methods.length > 0 && !methods.includes(method)) exchange.reply.header('Allow', allowed(methods));
  const { status, headers = {}, body: answered } = await callEndpoint(context, name, path, request);
  const type = typeof answered === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  return { kind: 'document', status, headers, type: typeIn(headers) ?? type, text: textOf(answered) };
}

/** The value of `Allow`. As for the server's own routes, `GET` implies `HEAD`, and every path allows `OPTIONS`. */
function allowed(methods: readonly string[]): string {
  const read = methods.includes('GET') ? ['HEAD'] : [];
  return [...new Set([...methods, ...read, 'OPTIONS'])].sort().join(', ');
}

function textOf(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function typeIn(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

/** The headers without credentials: an extension learns about the caller only from its context. */
function headersOf({ request }: Exchange): Readonly<Record<string, string>> {
  const entries = Object.entries(request.headers).filter(([name]) => !CREDENTIALS.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, asText(value)]));
}

/** Endpoints of extensions. (Contract, X-40.) */
export const customRoutes: readonly Route[] = METHODS.flatMap((method): Route[] => [
  { method, path: '/custom/:name', wire: extensionsWire.endpoint, apiKeys: 'unlimited', handle },
  { method, path: '/custom/:name/*', wire: extensionsWire.endpointBelow, apiKeys: 'unlimited', handle },
]);
