import { Items, type Shown } from './items.ts';
import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { Answer } from './types/row.ts';
import type { Schema } from './types/schema.ts';

/** What who accepts an invitation chooses. */
interface Newcomer {
  readonly password?: string;
  readonly first_name?: string;
  readonly last_name?: string;
}

/** The users of a project. */
export class Users<S extends Schema<S>, C extends keyof S> extends Items<S, C> {
  constructor(transport: Transport) {
    super(transport, '/users');
  }

  /** The caller. Error 3 for the public. */
  me<const F extends readonly string[] = readonly []>(
    query: RequestOptions & Shown<S, C, F> = {},
  ): Promise<Answer<S, C, F>> {
    return this.get('me', query as never);
  }

  /** Makes users of addresses, and mails them links by which they set a password. */
  invite(email: string | readonly string[], options?: RequestOptions): Promise<unknown> {
    return this.transport.ask('POST', '/users/invite', options, { email });
  }

  /** Accepts an invitation by the token of its link, with the name and the password that the user chooses. */
  acceptInvitation(token: string, chosen?: Newcomer, options?: RequestOptions): Promise<unknown> {
    return this.transport.ask('POST', `/users/invite/${token}`, options, chosen);
  }
}
