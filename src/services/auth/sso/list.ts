import { providersOf } from '../../../auth/sso/providers.ts';
import type { Context } from '../../../persistence/context.ts';

/**
 * Returns the names of the providers. If the option `auth.sso_list` is `objects`, their icons too, as the admin app of
 * Directus 8 expects. (Contract, A-120.)
 */
export function listProviders({ store: { config } }: Context): unknown[] {
  const providers = [...providersOf(config.auth).values()];
  return config.auth.sso_list === 'objects'
    ? providers.map(({ name, icon }) => ({ name, icon }))
    : providers.map(({ name }) => name);
}
