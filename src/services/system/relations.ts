import { ApiError } from '../../errors/api-error.ts';
import type { WriteRules } from './rules.ts';

const CLOSED: ReadonlySet<unknown> = new Set([
  'directus_activity',
  'directus_collections',
  'directus_fields',
  'directus_relations',
]);

/** Relations: those to the service's own records are closed. (Facts of the schema, section 4.) */
export const relationsRules: WriteRules = {
  check(_context, { collection_one }) {
    if (CLOSED.has(collection_one)) throw new ApiError('systemCollectionAccess');
  },
};
