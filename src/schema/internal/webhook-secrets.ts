import { internalTable } from './internal-table.ts';

/**
 * Secrets that sign webhook calls, if they were ever replaced. Not copied: a copy of the project signs with its own.
 */
export const webhookSecrets = internalTable({
  name: 'octavo_webhook_secrets',
  copied: false,
  backedUp: true,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    /** Sealed with the project's secret. */
    secret: { type: 'TEXT' },
    /** Milliseconds since 1970. */
    created_at: { type: 'BIGINT' },
    /** Until when it signs in addition to its successor; null for the current one. */
    ends_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
  indexes: [],
});
