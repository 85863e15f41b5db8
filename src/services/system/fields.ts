import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { WriteRules } from './rules.ts';

/** Fields change together with their columns, so only administrators may write them as items. Errors 301, 302, 303. */
export const fieldsRules: WriteRules = {
  check({ caller }, _payload, key) {
    if (!isAdmin(caller))
      throw new ApiError(key === null ? 'createDenied' : 'updateDenied', { collection: 'directus_fields' });
  },
  async beforeChange({ context }, _key, payload) {
    if (payload === null && !isAdmin(context.caller))
      throw new ApiError('deleteDenied', { collection: 'directus_fields' });
  },
};
