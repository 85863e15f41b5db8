import type { Client, Clients } from '../../../auth/sso/clients.ts';
import type { Provider } from '../../../auth/sso/provider.ts';
import { providersOf } from '../../../auth/sso/providers.ts';
import type { TokenIssuer } from '../../../auth/tokens.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { UnreachableAddress } from '../../../net/connector.ts';
import { guardedFetch } from '../../../net/guarded-fetch.ts';
import type { Context } from '../../../persistence/context.ts';

/** What single sign-on needs to know besides the context. */
export interface SsoParts {
  readonly clients: Clients;
  readonly issuer: TokenIssuer;
}

/** What a provider may take to answer a request, and how much of it is read. */
const CAPS = { bytes: 1024 * 1024, seconds: 10 };

/** A provider of the project. Error 1. */
export function providerNamed({ store }: Context, name: string): Provider {
  const provider = providersOf(store.config.auth).get(name);
  if (!provider) throw new ApiError('notFound');
  return provider;
}

/** The address that a provider sends browsers back to. */
export function callbackOf({ client, store }: Context, { name }: Provider): string {
  return `${client.baseUrl}/${store.project}/auth/sso/${name}/callback`;
}

/**
 * Talks to a provider. Whatever goes wrong is the same to a caller, and told to the log: errors 11 and -1.
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

/** The messages of an error and of its causes, which hold no secrets, as their other properties may. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { cause, message } = error;
  return cause instanceof Error ? `${message}: ${reasonOf(cause)}` : message;
}

function isUnreachable(error: unknown): boolean {
  return error instanceof UnreachableAddress || (error instanceof Error && isUnreachable(error.cause));
}
