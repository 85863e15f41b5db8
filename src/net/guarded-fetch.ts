import { buffer } from 'node:stream/consumers';
import { type Caps, type Connector, UnreachableAddress } from './connector.ts';

/** The part of a request that libraries pass to `fetch`. */
interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | ArrayBuffer | Uint8Array | ReadableStream | null | undefined;
}

/** Libraries send forms as URLSearchParams. */
function textOf(body: FetchOptions['body']): string | null {
  if (body === undefined || body === null || typeof body === 'string') return body ?? null;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('only text and form bodies are supported');
}

/**
 * A `fetch` for libraries that goes through the connector: public addresses only, plain http only to hosts that the
 * operator allowed, no redirects. Fails with {@link UnreachableAddress}.
 */
export function guardedFetch(connector: Connector, caps: Caps) {
  return async (address: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const url = new URL(address);
    if (url.protocol === 'http:' && !connector.allows(url))
      throw new UnreachableAddress(`${url.host} must be contacted over https`);
    const answer = await connector.send(address, { method, headers, body: textOf(body) }, caps);
    const content = await buffer(answer.body);
    const isEmpty = [204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : content, { status: answer.status, headers: { 'content-type': answer.type } });
  };
}
