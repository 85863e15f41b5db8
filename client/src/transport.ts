import { type Failure, OctavoError } from './error.ts';
import type { Options, RequestOptions } from './options.ts';
import { type Progress, sendReporting } from './progress.ts';
import { queryString } from './query.ts';
import { Session } from './session.ts';

/** Options of a request; all others become query parameters. */
export interface Asked extends RequestOptions {
  readonly ifMatch?: string | undefined;
  /** For bodies that are forms. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The contents of an answer. */
export interface Answered {
  readonly data: never;
  readonly meta?: { readonly cursor?: { readonly after: string | null } };
  /** Set for a success that is incomplete: a sign-in that only allows setting up a second factor. */
  readonly error?: Failure;
}

/**
 * Routes that take a secret instead of a token. A refusal by them is final, and no reason to refresh the token and
 * retry.
 */
const SIGN_IN = /^\/auth\/[apr]/;
/** The longest pause that the client accepts from a server; beyond it, the refusal is the result. */
const LONGEST_MS = 30_000;

const tags = new WeakMap<object, string>();

/** The entity tag of an item that was returned, for `ifMatch`. */
export const etagOf = (item: object): string | undefined => tags.get(item);

/** Sends requests with the token, retries them where that is safe, and turns failures into errors. */
export class Transport {
  readonly base: string;
  readonly session: Session;
  readonly #options: Options;

  constructor(base: string, options: Options) {
    this.base = base.replace(/\/$/, '');
    this.#options = options;
    this.session = new Session(options, (token) => this.ask('POST', '/auth/refresh', {}, { token }));
  }

  /**
   * Sends a request below the project's address, and returns the data. Throws OctavoError, or the reason of the signal.
   */
  async ask(method: string, path: string, asked?: object, body?: unknown): Promise<never> {
    return (await this.whole(method, path, asked, body)).data;
  }

  /** The same, but returns the complete answer. */
  async whole(method: string, path: string, asked?: Asked, body?: unknown): Promise<Answered> {
    const attempt = (token: string | null) => this.#attempt(method, path, token, asked, body);
    if (SIGN_IN.test(path)) return attempt(null);
    const token = await this.session.current();
    try {
      return await attempt(token);
    } catch (error) {
      const fresh = (error as OctavoError).status === 401 && (await this.session.renewed(token));
      if (fresh) return attempt(fresh);
      throw error;
    }
  }

  #attempt(
    method: string,
    path: string,
    token: string | null,
    { signal, timeout = this.#options.timeout ?? 30_000, headers, ifMatch, onProgress, ...query }: Asked = {},
    body?: unknown,
  ): Promise<Answered> {
    const isPlain = body !== undefined && !(body instanceof FormData);
    const keyed = method === 'POST' && !/^\/(auth\/|gql)/.test(path);
    const url = (path.startsWith('/') ? this.base + path : path) + queryString(query);
    const init: RequestInit = {
      method,
      headers: {
        ...(isPlain && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(keyed && { 'Idempotency-Key': unique() }),
        ...(ifMatch && { 'If-Match': ifMatch }),
        ...headers,
      },
      body: (isPlain ? JSON.stringify(body) : body) as NonNullable<RequestInit['body']>,
      credentials: this.session.cookies ? 'include' : 'same-origin',
    };
    const send = this.#options.fetch ?? fetch;
    const once = (ends: AbortSignal[]) => {
      const limited = { ...init, signal: AbortSignal.any(ends) };
      return onProgress ? sendReporting(onProgress, url, limited, send) : send(url, limited);
    };
    const repeats = SIGN_IN.test(path) ? 0 : (this.#options.retries ?? 3);
    return persist(once, { signal, timeout, repeats, isSafe: keyed || method === 'GET', what: `${method} ${url}` });
  }
}

interface Attempts extends RequestOptions {
  readonly repeats: number;
  /** Whether a request that got no response may be retried. */
  readonly isSafe: boolean;
  readonly what: string;
}

/** Retries until there is a response, or a retry is pointless. */
async function persist(
  once: (ends: AbortSignal[]) => Promise<Response>,
  { signal, timeout, repeats, isSafe, what }: Attempts,
): Promise<Answered> {
  for (let attempt = 0; ; attempt++) {
    const end = timeout ? AbortSignal.timeout(timeout) : undefined;
    const isLast = attempt >= repeats;
    const found = await once([signal, end].filter((each) => each !== undefined))
      .then(answered)
      .catch((cause) => {
        signal?.throwIfAborted();
        if (isSafe && !isLast && !end?.aborted) return { wait: 0 };
        throw new OctavoError(0, [{ code: null, message: `${what}: no answer` }], cause);
      });
    if ('read' in found && (isLast || !(found.wait <= LONGEST_MS))) return found.read();
    await pause(found.wait || 200 * 2 ** attempt * (0.5 + Math.random()), signal);
  }
}

/** The answer, and how long to wait before another attempt; NaN if no other attempt is needed. */
async function answered(answer: Response): Promise<{ read: () => Answered; wait: number }> {
  const text = await answer.text();
  const isBusy = answer.status === 429 || answer.status === 503;
  const seconds = Number(answer.headers.get('Retry-After')) || 0;
  return { read: () => read(answer, text), wait: isBusy ? seconds * 1000 : Number.NaN };
}

function read({ ok, status, headers }: Response, text: string): Answered {
  const isJson = /json/.test(headers.get('Content-Type') ?? '');
  const body = isJson && text ? JSON.parse(text) : { data: text || null };
  if (!ok) throw new OctavoError(status, body.errors ?? (body.error ? [body.error] : []));
  const tag = headers.get('ETag');
  if (tag && Object(body.data) === body.data) tags.set(body.data, tag);
  return body;
}

/** A random text of digits. `crypto.randomUUID` is missing on pages without https. */
const unique = (): string => crypto.getRandomValues(new Uint32Array(4)).join('');

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
