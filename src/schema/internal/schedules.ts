import { internalTable } from './internal-table.ts';

/** Changes of an item's status that are to be made at a moment. A row whose change was made is deleted. Not copied. */
export const schedules = internalTable({
  name: 'octavo_schedules',
  copied: false,
  backedUp: true,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    collection: { type: 'VARCHAR(64)' },
    item: { type: 'VARCHAR(255)' },
    action: { type: 'VARCHAR(16)' },
    /** The status that the item gets. */
    status: { type: 'VARCHAR(255)' },
    state: { type: 'VARCHAR(16)' },
    /** Milliseconds since 1970, like all times of this table. */
    at: { type: 'BIGINT' },
    /** When it is due or tried again; while a server is at it, when its lease ends. */
    due_at: { type: 'BIGINT' },
    /** Who asked for it. */
    user: { type: 'INT unsigned' },
    /** The user's `external_id`: another user with a reused id is somebody else. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    /** The API key of the request, whose limits apply to the change too. */
    api_key: { type: 'INT unsigned', nullable: true },
    /** The comment of the request, and where it came from. */
    comment: { type: 'LONGTEXT', nullable: true },
    ip: { type: 'VARCHAR(64)' },
    user_agent: { type: 'TEXT' },
    /** Changes with every write: what was decided on another version is void. */
    version: { type: 'INT' },
    /** How often a server has begun it. */
    attempts: { type: 'INT' },
    /** Why it was not done. */
    error_code: { type: 'INT', nullable: true },
    error: { type: 'TEXT', nullable: true },
    created_at: { type: 'BIGINT' },
  },
  uniqueTogether: [['collection', 'item', 'action']],
  indexes: [['state', 'due_at'], ['user']],
});
