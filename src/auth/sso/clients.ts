import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import { Lru } from '../../shared/lru.ts';
import type { Provider } from './provider.ts';

type Library = typeof import('openid-client');

/** A provider that can be talked to. */
export interface Client {
  readonly library: Library;
  readonly configuration: Configuration;
}

interface Entry {
  readonly client: Promise<Client>;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const MOST = 100;
const HOUR_MS = 3_600_000;
const TIMEOUT_S = 10;
const TOLERANCE_S = 30;

/** What has been discovered of providers, for an hour. */
export class Clients {
  readonly #entries = new Lru<string, Entry>(MOST);

  /** The client of a provider, whose requests go through `fetch`. Throws what discovery throws. */
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

/** Clocks of others may be a little off. */
const metadataOf = (library: Library, { clientSecret }: Provider) => ({
  ...(clientSecret !== null && { client_secret: clientSecret }),
  [library.clockTolerance]: TOLERANCE_S,
});

/** Without encryption on the way; the connector refuses that to all but hosts that the operator has named. */
const isPlain = ({ issuer, endpoints }: Provider): boolean => (endpoints?.token ?? issuer).startsWith('http:');

/** The secret goes into the body, unless the provider does not take it there. */
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
