import { internalTable } from './internal-table.ts';

/** What is to leave the server once its transaction has committed: mails, and calls of webhooks. A copy sends nothing. */
export const outbox = internalTable({
  name: 'octavo_outbox',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    kind: { type: 'VARCHAR(32)' },
    /** Who receives it: what goes to one receiver never waits for another. */
    lane: { type: 'VARCHAR(64)' },
    /** What the delivery is about, in words that hold no secret. */
    subject: { type: 'VARCHAR(255)' },
    payload: { type: 'LONGTEXT' },
    status: { type: 'VARCHAR(16)' },
    attempts: { type: 'INT' },
    /** The status of the last answer, where the receiver speaks HTTP. */
    answered: { type: 'INT', nullable: true },
    error: { type: 'TEXT', nullable: true },
    /** Milliseconds since 1970, as all times of this table. */
    created_at: { type: 'BIGINT' },
    /** When it is to be tried next; while it is being tried, when somebody else may. */
    due_at: { type: 'BIGINT' },
    ended_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
  indexes: [['status', 'due_at']],
});
