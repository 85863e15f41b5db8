import { internalTable } from './internal-table.ts';

/** Work in steps that outlives the request that created it. Not copied. */
export const jobs = internalTable({
  name: 'octavo_jobs',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    kind: { type: 'VARCHAR(32)' },
    state: { type: 'VARCHAR(16)' },
    /** The owner; null for the server itself. */
    user: { type: 'INT unsigned', nullable: true },
    /** The user's `external_id`, because ids may be reused for other users. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    /** The API key of the request, whose limits also apply to the job. */
    api_key: { type: 'INT unsigned', nullable: true },
    /** The comment of the request, its origin, and the input of the job. */
    comment: { type: 'LONGTEXT', nullable: true },
    ip: { type: 'VARCHAR(64)' },
    user_agent: { type: 'TEXT' },
    input: { type: 'LONGTEXT' },
    /** Where the next step begins, as JSON; null before the first step. */
    checkpoint: { type: 'LONGTEXT', nullable: true },
    done: { type: 'BIGINT' },
    total: { type: 'BIGINT', nullable: true },
    refused: { type: 'BIGINT' },
    result: { type: 'LONGTEXT', nullable: true },
    error_code: { type: 'INT', nullable: true },
    error: { type: 'TEXT', nullable: true },
    /** Changes with every write except heartbeats: decisions based on another version are void. */
    version: { type: 'INT' },
    /** How often it was started since its last completed step. */
    attempts: { type: 'INT' },
    /** Milliseconds since 1970, like all times of these tables. */
    created_at: { type: 'BIGINT' },
    /** When it is due or, while it is running, when its lease ends. */
    due_at: { type: 'BIGINT' },
    started_at: { type: 'BIGINT', nullable: true },
    updated_at: { type: 'BIGINT' },
    ended_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
  indexes: [['state', 'due_at'], ['user']],
});

/** The refusals of a job: what it has left out, and why. */
export const jobRefusals = internalTable({
  name: 'octavo_job_refusals',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    job: { type: 'INT unsigned' },
    /** The key of an item, or the number of a row in the imported file. */
    item: { type: 'VARCHAR(255)' },
    code: { type: 'INT', nullable: true },
    message: { type: 'TEXT' },
    /** The values that were sent, by column, as JSON. */
    data: { type: 'LONGTEXT', nullable: true },
  },
  uniqueTogether: [],
  indexes: [['job']],
});

/** Changes made by a job, kept so that they can be undone. */
export const jobChanges = internalTable({
  name: 'octavo_job_changes',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    job: { type: 'INT unsigned' },
    item: { type: 'VARCHAR(255)' },
    /** The former values, as JSON. */
    before: { type: 'LONGTEXT' },
    /** A digest of the item after the change; null if it was deleted. */
    after: { type: 'VARCHAR(64)', nullable: true },
    created_at: { type: 'BIGINT' },
  },
  uniqueTogether: [],
  indexes: [['job'], ['created_at']],
});
