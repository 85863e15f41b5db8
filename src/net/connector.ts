import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { isPublicAddress } from './addresses.ts';
import { endOnInterimFlood, hasTooManyParts } from './floods.ts';
import { publicLookup } from './public-lookup.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * A request that was refused, or a response that was rejected. The reason is for the log only: callers learn nothing
 * about networks.
 */
export class UnreachableAddress extends Error {}

/** Limits of an outgoing request. */
export interface Caps {
  readonly bytes: number;
  /** From the first connection to the last byte. */
  readonly seconds: number;
}

/** A request other than a plain GET. */
interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A response from outside, whose body must be read or destroyed. */
interface Fetched {
  /** The address that answered, after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly type: string;
  /** The header `Retry-After`, if there is one. */
  readonly retryAfter: string | undefined;
  /** Fails with {@link UnreachableAddress} when a limit is exceeded. */
  readonly body: Readable;
}

const READING: Outgoing = { method: 'GET', headers: {}, body: null };

/**
 * The only way to make a request on a caller's behalf: http and https, public addresses only. The resolved address is
 * checked at connect time, which rules out DNS rebinding; redirects are checked again.
 */
export class Connector {
  readonly #allowed: ReadonlySet<string>;

  /** `allowed` lists hosts, optionally with ports, that may be contacted although they are not public. */
  constructor(allowed: readonly string[] = []) {
    this.#allowed = new Set(allowed);
  }

  /** Fetches a URL. Throws {@link UnreachableAddress}. */
  async get(address: string, caps: Caps): Promise<Fetched> {
    const deadline = AbortSignal.timeout(caps.seconds * 1000);
    let url = parsed(address);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const answer = await this.#ask(url, deadline, READING);
      const { statusCode = 0, headers } = answer;
      if (!REDIRECTS.has(statusCode) || !headers.location) return fetched(url, answer, capped(answer, caps, deadline));
      answer.destroy();
      url = parsed(headers.location, url);
    }
    throw new UnreachableAddress('too many redirects');
  }

  /** Sends a request. Redirects are returned, not followed. Throws {@link UnreachableAddress}. */
  async send(address: string, outgoing: Outgoing, caps: Caps): Promise<Fetched> {
    const deadline = AbortSignal.timeout(caps.seconds * 1000);
    const url = parsed(address);
    const answer = await this.#ask(url, deadline, outgoing);
    return fetched(url, answer, capped(answer, caps, deadline));
  }

  /** Whether the operator has allowed the host of a URL. */
  allows({ host, hostname }: URL): boolean {
    return this.#allowed.has(host) || this.#allowed.has(hostname);
  }

  #ask(url: URL, deadline: AbortSignal, { method, headers, body }: Outgoing = READING): Promise<IncomingMessage> {
    const isAllowed = this.allows(url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Numeric addresses skip the lookup.
    if (!isAllowed && isIP(host) && !isPublicAddress(host)) throw new UnreachableAddress(`${host} is not public`);
    const client = url.protocol === 'https:' ? https : http;
    return new Promise((done, failed) => {
      const request = client.request(url, {
        method,
        agent: false,
        signal: deadline,
        headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Octavo' },
        ...(!isAllowed && { lookup: publicLookup }),
      });
      const refuse = (error: Error): void => failed(new UnreachableAddress(error.message));
      endOnInterimFlood(request);
      request.on('error', refuse);
      request.on('response', done);
      // An answer that switches to another protocol ends the request without any other event.
      request.on('close', () => refuse(new Error('the connection was closed')));
      request.on('socket', (socket) =>
        socket.on('connect', () => {
          if (!isAllowed && !isPublicAddress(socket.remoteAddress ?? '')) request.destroy(new Error('not public'));
        }),
      );
      request.end(body ?? undefined);
    });
  }
}

function fetched(url: URL, { statusCode: status = 0, headers }: IncomingMessage, body: Readable): Fetched {
  return { url, status, type: headers['content-type'] ?? '', retryAfter: headers['retry-after'], body };
}

function parsed(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new UnreachableAddress('invalid URL');
  const url = new URL(address, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UnreachableAddress(`unsupported protocol ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new UnreachableAddress('the URL contains credentials');
  return url;
}

/** The body, cut off when a limit is exceeded. */
function capped(answer: IncomingMessage, { bytes }: Caps, deadline: AbortSignal): Readable {
  let taken = 0;
  let parts = 0;
  const body = new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      const isTooMuch = taken > bytes;
      if (!isTooMuch && !hasTooManyParts(++parts, taken)) return done(null, chunk);
      // The parser may already hold thousands of further parts.
      answer.unpipe(body);
      done(new UnreachableAddress(isTooMuch ? `more than ${bytes} bytes` : `too many parts in ${taken} bytes`));
    },
  });
  const end = (): void => void body.destroy(new UnreachableAddress('took too long'));
  deadline.addEventListener('abort', end, { once: true });
  body.once('close', () => {
    deadline.removeEventListener('abort', end);
    answer.destroy();
  });
  answer.once('error', (error) => body.destroy(new UnreachableAddress(error.message)));
  answer.pipe(body);
  return body;
}
