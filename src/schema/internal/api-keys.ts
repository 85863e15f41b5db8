import { internalTable } from './internal-table.ts';

/** API keys of users. Not copied: those who may use the original must not gain access to the copy. */
export const apiKeys = internalTable({
  name: 'octavo_api_keys',
  copied: false,
  backedUp: true,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    user: { type: 'INT unsigned' },
    /** The user's `external_id`. The row is void for another user with a reused id. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    name: { type: 'VARCHAR(100)' },
    /** A digest of the key, which is not stored. */
    digest: { type: 'VARCHAR(64)' },
    /** The first characters of the key. */
    hint: { type: 'VARCHAR(16)' },
    read_only: { type: 'TINYINT' },
    /** Actions by collection, as JSON; null for no limit. */
    collections: { type: 'TEXT', nullable: true },
    /** Addresses and networks, as JSON; null for any. */
    addresses: { type: 'TEXT', nullable: true },
    /** Requests per minute. */
    rate_limit: { type: 'INT', nullable: true },
    /** Milliseconds since 1970, like all times of this table. */
    expires_at: { type: 'BIGINT', nullable: true },
    created_at: { type: 'BIGINT' },
    created_by: { type: 'INT unsigned' },
    last_used_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [['digest']],
  indexes: [['user']],
});
