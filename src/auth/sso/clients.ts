import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import { Lru } from '../../shared/lru.ts';
import { HOUR_MS } from '../../shared/time-units.ts';
import type { Provider } from './provider.ts';

type Library = typeof import('openid-client');

/** A discovered provider with its client. */
export interface Client {
  readonly library: Library;
  readonly configuration: Configuration;
}

interface Entry {
  readonly client: Promise<Client>;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const MAX_CLIENTS = 100;
const TIMEOUT_S = 10;
const TOLERANCE_S = 30;

/** Caches the discovery of providers for an hour. */
export class Clients {
  readonly #entries = new Lru<string, Entry>(MAX_CLIENTS);

  /** The client of a provider, which sends requests through `fetch`. Throws the errors of discovery. */
  of(provider: Provider, fetch: CustomFetch, now: number): Promise<Client> {
    const key = JSON.stringify(provider);
    const cached = this.#entries.get(key);
    if (cached && cached.until > now) return cached.client;
    const client = clientOf(provider, fetch);
    this.#entries.set(key, { client, until: now + HOUR_MS });
    client.catch(() => this.#entries.delete(key));
    return client;
  }
}

async function clientOf(provider: Provider, fetch: CustomFetch): Promise<Client> {
  const library = await import('openid-client');
  const configuration = provider.endpoints ? known(library, provider) : await discovered(library, provider, fetch);
  configuration[library.customFetch] = fetch;
  configuration.timeout = TIMEOUT_S;
  if (isPlain(provider)) library.allowInsecureRequests(configuration);
  return { library, configuration };
}

function discovered(library: Library, provider: Provider, fetch: CustomFetch): Promise<Configuration> {
  const { issuer, clientId } = provider;
  const execute = [library.enableNonRepudiationChecks, ...(isPlain(provider) ? [library.allowInsecureRequests] : [])];
  return library.discovery(new URL(issuer), clientId, metadataOf(library, provider), authOf(library, provider), {
    execute,
    timeout: TIMEOUT_S,
    [library.customFetch]: fetch,
  });
}

function known(library: Library, provider: Provider): Configuration {
  const { issuer, endpoints, clientId } = provider;
  const server: ServerMetadata = {
    issuer,
    authorization_endpoint: endpoints?.authorization ?? '',
    token_endpoint: endpoints?.token ?? '',
  };
  return new library.Configuration(server, clientId, metadataOf(library, provider), authOf(library, provider));
}

/** Tolerated clock difference. */
const metadataOf = (library: Library, { clientSecret }: Provider) => ({
  ...(clientSecret !== null && { client_secret: clientSecret }),
  [library.clockTolerance]: TOLERANCE_S,
});

/** Allows plain http; the connector refuses it except to hosts that the operator allowed. */
const isPlain = ({ issuer, endpoints }: Provider): boolean => (endpoints?.token ?? issuer).startsWith('http:');

/** Sends the secret in the body, unless the provider does not accept that. */
function authOf(library: Library, { clientSecret, clientAuth }: Provider): ClientAuth {
  if (clientSecret === null) return library.None();
  const [inBody, inHeader] = [library.ClientSecretPost(clientSecret), library.ClientSecretBasic(clientSecret)];
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported;
    const byHeader = clientAuth
      ? clientAuth === 'client_secret_basic'
      : taken?.includes('client_secret_post') === false;
    return (byHeader ? inHeader : inBody)(server, client, body, headers);
  };
}
