import { providersOf } from '../../../auth/sso/providers.ts';
import type { Context } from '../../../persistence/context.ts';

/**
 * The names of the providers; where `auth.sso_list` of the configuration is `objects`, with their pictures, as the admin
 * app of Directus 8 reads them. (Contract, A-120.)
 */
export function listProviders({ store: { config } }: Context): unknown[] {
  const providers = [...providersOf(config.auth).values()];
  return config.auth.sso_list === 'objects'
    ? providers.map(({ name, icon }) => ({ name, icon }))
    : providers.map(({ name }) => name);
}
