import { internalTable } from './internal-table.ts';

/** Which accounts at identity providers belong to which users. Digests alone: nothing of the people at the provider. */
export const identities = internalTable({
  name: 'octavo_identities',
  copied: true,
  columns: {
    /** A digest of issuer and subject. */
    identity: { type: 'VARCHAR(64)', primaryKey: true },
    /** A digest of the issuer: a user has one identity of each. */
    issuer: { type: 'VARCHAR(64)' },
    user: { type: 'INT unsigned' },
    /** The user's `external_id`: the row counts for nobody else who gets the same id. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    /** Name of the provider. */
    provider: { type: 'VARCHAR(64)' },
    /** Milliseconds since 1970. */
    linked_at: { type: 'BIGINT' },
  },
  uniqueTogether: [['user', 'issuer']],
});
