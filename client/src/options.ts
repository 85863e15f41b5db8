/** Options of a client. */
export interface Options {
  /** A static token or a temporary one. Temporary ones are refreshed while the client is used. */
  readonly token?: string;
  /** How often a request is sent again after 429, 503 or a broken connection, where that is safe; 3 by default. */
  readonly retries?: number;
  /** Milliseconds until an attempt is given up, 0 for never; 30,000 by default. Uploads have none. */
  readonly timeout?: number;
  /** Sends cookies to other origins as well; signing in with the mode `cookie` does it by itself. */
  readonly cookies?: boolean;
  /** Is told each new token, and null when there is none any more: to keep it. */
  readonly onToken?: (token: string | null) => void;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Options of one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
