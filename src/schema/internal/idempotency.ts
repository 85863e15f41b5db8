import { internalTable } from './internal-table.ts';

/** What requests with an `Idempotency-Key` were answered, until they may be forgotten. A copy answers anew. */
export const idempotency = internalTable({
  name: 'octavo_idempotency',
  copied: false,
  columns: {
    /** A digest of caller, path and key. */
    scope: { type: 'VARCHAR(64)', primaryKey: true },
    /** A digest of what was sent. */
    fingerprint: { type: 'VARCHAR(64)' },
    /** Milliseconds since 1970; before the answer, so that looking for old rows does not read it. */
    forgotten_at: { type: 'BIGINT' },
    answer: { type: 'LONGTEXT' },
  },
  uniqueTogether: [],
});
