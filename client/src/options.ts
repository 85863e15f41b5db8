/** Options of a client. */
export interface Options {
  /** A static token or a temporary one. Temporary ones are refreshed while the client is used. */
  readonly token?: string;
  /** How often a request is retried after 429, 503 or a broken connection, if that is safe; 3 by default. */
  readonly retries?: number;
  /** The timeout of an attempt in milliseconds, 0 for none; 30,000 by default. Uploads have no timeout. */
  readonly timeout?: number;
  /** Sends cookies to other origins, too. Signing in with the mode `cookie` turns this on. */
  readonly cookies?: boolean;
  /** Called with each new token, and with null when there is none any more, so that it can be stored. */
  readonly onToken?: (token: string | null) => void;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Options of one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
