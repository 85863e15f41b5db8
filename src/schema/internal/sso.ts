import { internalTable } from './internal-table.ts';

/** Links between identities at providers and users, as digests: no personal data of the provider is stored. */
export const identities = internalTable({
  name: 'octavo_identities',
  copied: true,
  columns: {
    /** A digest of issuer and subject. */
    identity: { type: 'VARCHAR(64)', primaryKey: true },
    /** A digest of the issuer: a user has one identity per issuer. */
    issuer: { type: 'VARCHAR(64)' },
    user: { type: 'INT unsigned' },
    /** The user's `external_id`: the row is void for another user with a reused id. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    /** Name of the provider. */
    provider: { type: 'VARCHAR(64)' },
    /** Milliseconds since 1970. */
    linked_at: { type: 'BIGINT' },
  },
  uniqueTogether: [['user', 'issuer']],
});
