import { internalTable } from './internal-table.ts';

/** Work in steps that outlives the request that asked for it. Not copied. */
export const jobs = internalTable({
  name: 'octavo_jobs',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    kind: { type: 'VARCHAR(32)' },
    state: { type: 'VARCHAR(16)' },
    /** Who asked for it; null for the server itself. */
    user: { type: 'INT unsigned', nullable: true },
    /** The user's `external_id`: another user with a reused id is somebody else. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    /** The API key of the request, whose limits apply to the job too. */
    api_key: { type: 'INT unsigned', nullable: true },
    /** The comment of the request, where it came from, and what is to be done. */
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
    /** Changes with every write but that of a heartbeat: what was decided on another version is void. */
    version: { type: 'INT' },
    /** How often it was begun since its last finished step. */
    attempts: { type: 'INT' },
    /** Milliseconds since 1970, like all times of these tables. */
    created_at: { type: 'BIGINT' },
    /** When it is due; while it is running, when its lease ends. */
    due_at: { type: 'BIGINT' },
    started_at: { type: 'BIGINT', nullable: true },
    updated_at: { type: 'BIGINT' },
    ended_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
  indexes: [['state', 'due_at'], ['user']],
});

/** What a job has left out, and why. */
export const jobRefusals = internalTable({
  name: 'octavo_job_refusals',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    job: { type: 'INT unsigned' },
    /** The key of an item, or its place in what is imported. */
    item: { type: 'VARCHAR(255)' },
    code: { type: 'INT', nullable: true },
    message: { type: 'TEXT' },
    /** What was sent, by column, as JSON. */
    data: { type: 'LONGTEXT', nullable: true },
  },
  uniqueTogether: [],
  indexes: [['job']],
});

/** What a job has changed, so that it can be undone. */
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
