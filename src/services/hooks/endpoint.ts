import { ApiError } from '../../errors/api-error.ts';
import type { EndpointModule } from '../../extensions/extensions.ts';
import type { Endpoint, EndpointAnswer, EndpointRequest } from '../../extensions/types.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { running } from './extension-context.ts';
import { extensionRefusal } from './refusal.ts';

const TIMEOUT_MS = 60_000;

/** The endpoint that matches a request, with its path parameters. */
interface Found {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Answers a request to an endpoint of an extension. Passes on what the handler throws to refuse; anything else is an
 * unexpected error. Errors 1, 6, 108, 3. (Contract, X-40.)
 */
export async function callEndpoint(
  context: Context,
  name: string,
  path: string,
  request: Omit<EndpointRequest, 'params'>,
): Promise<EndpointAnswer> {
  const module = context.store.extensions?.endpointsOf(name);
  if (!module) throw new ApiError('notFound');
  const { endpoint, params } = find(module, request.method, path);
  const { access = 'open' } = endpoint;
  if (access !== 'open' && context.caller.kind === 'public') throw new ApiError('notAuthenticated');
  if (access === 'admin' && !isAdmin(context.caller)) throw new ApiError('adminOnly');
  return answerOf(await handled(context, { file: module.file, endpoint }, { ...request, params }));
}

async function handled(
  context: Context,
  { file, endpoint }: { readonly file: string; readonly endpoint: Endpoint },
  request: EndpointRequest,
): Promise<unknown> {
  const { given, end } = running(committed(context), AbortSignal.timeout(TIMEOUT_MS));
  try {
    return await endpoint.handler(request, given);
  } catch (error) {
    const refusal = extensionRefusal(error);
    if (!refusal) context.store.extensions?.failed(file, `${request.method} ${endpoint.path}`, error);
    throw refusal ?? error;
  } finally {
    await end();
  }
}

/** The methods of an extension's endpoints at a path; none if there are no endpoints. */
export function methodsAt({ store }: Context, name: string, path: string): string[] {
  const module = store.extensions?.endpointsOf(name);
  return module ? fittingIn(module, path).flatMap(({ endpoint }) => methodsOf(endpoint)) : [];
}

function find(module: EndpointModule, method: string, path: string): Found {
  const fitting = fittingIn(module, path);
  if (fitting.length === 0) throw new ApiError('notFound');
  const found = fitting.find(({ endpoint }) => methodsOf(endpoint).includes(method));
  if (!found) throw new ApiError('methodNotAllowed');
  return found;
}

function fittingIn({ endpoints }: EndpointModule, path: string): Found[] {
  return endpoints.flatMap((endpoint) => {
    const params = paramsOf(endpoint.path, path);
    return params ? [{ endpoint, params }] : [];
  });
}

const methodsOf = ({ method = 'GET' }: Endpoint): string[] => [method].flat();

/** Returns the path parameters; null if the path does not match. */
function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const [parts, given] = [segments(pattern), segments(path)];
  if (parts.length !== given.length) return null;
  if (!parts.every((part, index) => part.startsWith(':') || part === given[index])) return null;
  return Object.fromEntries(
    parts.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), given[index] ?? '']] : [])),
  );
}

const segments = (path: string): string[] => path.split('/').filter((part) => part !== '');

function answerOf(returned: unknown): EndpointAnswer {
  if (isRecord(returned) && 'body' in returned && typeof returned.status === 'number')
    return { status: returned.status, body: returned.body, headers: headersOf(returned.headers) };
  return { status: 200, body: returned };
}

function headersOf(given: unknown): Readonly<Record<string, string>> {
  return isRecord(given) ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asText(value)])) : {};
}
