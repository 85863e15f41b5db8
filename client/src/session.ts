import type { Options } from './options.ts';

/** How many seconds before its expiry a token is refreshed, or a quarter of its lifetime if that is less. */
const AHEAD = 60;

/** The token of a client. If several requests need a new one at the same time, it is requested once. */
export class Session {
  /** Whether the browser sends its cookies. */
  cookies: boolean;
  #token: string | null;
  #pending: Promise<string | null> | null = null;
  readonly #onToken: Options['onToken'];
  readonly #exchange: (token: string) => Promise<{ token: string }>;

  constructor({ token, cookies, onToken }: Options, exchange: (token: string) => Promise<{ token: string }>) {
    this.#token = token ?? null;
    this.cookies = cookies ?? false;
    this.#onToken = onToken;
    this.#exchange = exchange;
  }

  get token(): string | null {
    return this.#token;
  }

  set token(token: string | null) {
    this.#token = token;
    this.#onToken?.(token);
  }

  /** The token to send, which is refreshed shortly before it expires. */
  async current(): Promise<string | null> {
    const { exp, ttl = 20 } = claims(this.#token);
    const left = exp - Date.now() / 1000;
    return left > 0 && left < Math.min(AHEAD, ttl * 15) ? ((await this.#renew()) ?? this.#token) : this.#token;
  }

  /** A token to replace one that was refused; null if none is available. */
  async renewed(refused: string | null): Promise<string | null> {
    if (this.#token !== refused) return this.#token;
    return claims(refused).exp ? this.#renew() : null;
  }

  #renew(): Promise<string | null> {
    const token = this.#token;
    if (!token) return Promise.resolve(null);
    this.#pending ??= this.#exchange(token)
      .then(
        ({ token: fresh }) => {
          if (this.#token === token) this.token = fresh;
          return this.#token;
        },
        () => null,
      )
      .finally(() => {
        this.#pending = null;
      });
    return this.#pending;
  }
}

/** The claims of a temporary token. A static token has none, and never expires. */
function claims(token: string | null): { exp: number; ttl?: number } {
  try {
    const [, body = ''] = (token ?? '').split('.');
    return JSON.parse(atob(body.replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return { exp: 0 };
  }
}
