import type { Options } from './options.ts';

/** Seconds before its end at which a token is exchanged, or a quarter of its life if that is less. */
const AHEAD = 60;

/** The token of a client. However many requests need a new one, it is asked for once. */
export class Session {
  /** Whether the browser's cookie goes along. */
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

  /** The token to send, exchanged for a new one shortly before it ends. */
  async current(): Promise<string | null> {
    const { exp, ttl = 20 } = claims(this.#token);
    const left = exp - Date.now() / 1000;
    return left > 0 && left < Math.min(AHEAD, ttl * 15) ? ((await this.#renew()) ?? this.#token) : this.#token;
  }

  /** A token in place of one that was refused; null if there is none to be had. */
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

/** The claims of a temporary token; a static one has none, and no end. */
function claims(token: string | null): { exp: number; ttl?: number } {
  try {
    const [, body = ''] = (token ?? '').split('.');
    return JSON.parse(atob(body.replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return { exp: 0 };
  }
}
