import { Items, type Shown } from './items.ts';
import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { Answer } from './types/row.ts';
import type { Schema } from './types/schema.ts';

/** The choices of a user who accepts an invitation. */
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

  /** Creates users for addresses, and mails them links to set a password. */
  invite(email: string | readonly string[], options?: RequestOptions): Promise<unknown> {
    return this.transport.ask('POST', '/users/invite', options, { email });
  }

  /** Accepts an invitation with the token of its link, and with the name and password that the user chooses. */
  acceptInvitation(token: string, chosen?: Newcomer, options?: RequestOptions): Promise<unknown> {
    return this.transport.ask('POST', `/users/invite/${token}`, options, chosen);
  }
}
