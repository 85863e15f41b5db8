import type { Client, Clients } from '../../../auth/sso/clients.ts';
import type { Provider } from '../../../auth/sso/provider.ts';
import { providersOf } from '../../../auth/sso/providers.ts';
import type { TokenIssuer } from '../../../auth/tokens.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { UnreachableAddress } from '../../../net/connector.ts';
import { guardedFetch } from '../../../net/guarded-fetch.ts';
import type { Context } from '../../../persistence/context.ts';

/** What single sign-on needs in addition to the context. */
export interface SsoParts {
  readonly clients: Clients;
  readonly issuer: TokenIssuer;
}

/** Limits on a provider's answer: its size and its time. */
const CAPS = { bytes: 1024 * 1024, seconds: 10 };

/** Returns a provider of the project. Error 1. */
export function providerNamed({ store }: Context, name: string): Provider {
  const provider = providersOf(store.config.auth).get(name);
  if (!provider) throw new ApiError('notFound');
  return provider;
}

/** Returns the URL that a provider redirects browsers back to. */
export function callbackOf({ client, store }: Context, { name }: Provider): string {
  return `${client.baseUrl}/${store.project}/auth/sso/${name}/callback`;
}

/**
 * Runs the work with a client for a provider. Callers get the same errors whatever fails; the reason is logged: errors
 * 11 and -1.
 */
export async function withProvider<T>(
  { store, now }: Context,
  { clients }: SsoParts,
  provider: Provider,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const fetch = guardedFetch(store.surroundings.connector, CAPS);
  try {
    return await work(await clients.of(provider, fetch, now.getTime()));
  } catch (error) {
    const { name } = provider;
    store.surroundings.log.error({ project: store.project, provider: name, reason: reasonOf(error) }, 'single sign-on');
    throw new ApiError(isUnreachable(error) ? 'ssoUnavailable' : 'ssoRefused', { provider: name });
  }
}

/** Returns the messages of an error and its causes. Other properties may hold secrets; messages do not. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { cause, message } = error;
  return cause instanceof Error ? `${message}: ${reasonOf(cause)}` : message;
}

function isUnreachable(error: unknown): boolean {
  return error instanceof UnreachableAddress || (error instanceof Error && isUnreachable(error.cause));
}
