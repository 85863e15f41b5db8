import { internalTable } from './internal-table.ts';

/** What leaves the server after its transaction has committed: mails and webhook calls. Not copied. */
export const outbox = internalTable({
  name: 'octavo_outbox',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    kind: { type: 'VARCHAR(32)' },
    /** The queue of the receiver: jobs for one receiver never wait for another. */
    lane: { type: 'VARCHAR(64)' },
    /** A description without secrets. */
    subject: { type: 'VARCHAR(255)' },
    payload: { type: 'LONGTEXT' },
    status: { type: 'VARCHAR(16)' },
    attempts: { type: 'INT' },
    /** The last response status, if the receiver uses HTTP. */
    answered: { type: 'INT', nullable: true },
    error: { type: 'TEXT', nullable: true },
    /** Milliseconds since 1970, like all times of this table. */
    created_at: { type: 'BIGINT' },
    /** When it is due or, while it is being delivered, when its lease ends. */
    due_at: { type: 'BIGINT' },
    ended_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
  indexes: [['status', 'due_at']],
});

/** All columns but the payload, which may be long. */
export const withoutPayload = outbox.columns.map(({ name }) => name).filter((name) => name !== 'payload');
