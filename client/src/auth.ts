import { OctavoError } from './error.ts';
import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** The credentials of a user. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The one-time password of a second factor. */
  readonly otp?: string;
  /** `cookie` leaves the session to the browser; `jwt`, the default, to this client. */
  readonly mode?: 'jwt' | 'cookie';
}

/** Signing in and out. */
export class Auth {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The token that requests carry; null for none. It may be set, for instance to one that was stored. */
  get token(): string | null {
    return this.#transport.session.token;
  }

  set token(token: string | null) {
    this.#transport.session.token = token;
  }

  /**
   * Opens a session, and returns the user. Error 100 for a wrong password, 111 if a one-time password is needed, 113 if
   * the user's role requires a second factor: in that case the session is open, but only for setting one up.
   */
  async login(credentials: Credentials, options?: RequestOptions): Promise<Readonly<Record<string, unknown>>> {
    const { session } = this.#transport;
    session.cookies ||= credentials.mode === 'cookie';
    const { data, error } = await this.#transport.whole('POST', '/auth/authenticate', options, credentials);
    session.token = (data as { token?: string }).token ?? null;
    if (error) throw new OctavoError(200, [error]);
    return (data as { user: Readonly<Record<string, unknown>> }).user;
  }

  /** Ends the session. */
  async logout(options?: RequestOptions): Promise<void> {
    await this.#transport.ask('POST', '/auth/logout', options);
    this.token = null;
  }

  /** Requests a mail with a link to set the password. */
  async requestPassword(email: string, resetUrl?: string): Promise<void> {
    await this.#transport.ask('POST', '/auth/password/request', {}, { email, reset_url: resetUrl });
  }

  /** Sets the password with the token of a mailed link. */
  async resetPassword(token: string, password: string): Promise<void> {
    await this.#transport.ask('POST', '/auth/password/reset', {}, { token, password });
  }
}
