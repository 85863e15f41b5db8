import { internalTable } from './internal-table.ts';

/** Users who are mentioned in comments on items. The comment is a row of `directus_activity`. */
export const mentions = internalTable({
  name: 'octavo_mentions',
  copied: true,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    comment: { type: 'INT unsigned' },
    collection: { type: 'VARCHAR(64)' },
    item: { type: 'VARCHAR(255)' },
    user: { type: 'INT unsigned' },
    /** The user's `external_id`. The row is void for another user with a reused id, and once it has been seen. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    by: { type: 'INT unsigned' },
    /** Milliseconds since 1970. */
    created_at: { type: 'BIGINT' },
  },
  uniqueTogether: [['comment', 'user']],
  indexes: [['user'], ['by', 'created_at'], ['collection', 'item']],
});
