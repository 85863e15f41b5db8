import { internalTable } from './internal-table.ts';

/** Answers to requests with an `Idempotency-Key`, until they expire. Not copied. */
export const idempotency = internalTable({
  name: 'octavo_idempotency',
  copied: false,
  columns: {
    /** A digest of caller, path and key. */
    scope: { type: 'VARCHAR(64)', primaryKey: true },
    /** A digest of the request. */
    fingerprint: { type: 'VARCHAR(64)' },
    /** Milliseconds since 1970. Placed before the answer, so that finding expired rows does not read it. */
    forgotten_at: { type: 'BIGINT' },
    answer: { type: 'LONGTEXT' },
  },
  uniqueTogether: [],
});
