import { internalTable } from './internal-table.ts';

/** Scheduled changes of an item's status. A row is deleted once its change is made. Not copied. */
export const schedules = internalTable({
  name: 'octavo_schedules',
  copied: false,
  backedUp: true,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    collection: { type: 'VARCHAR(64)' },
    item: { type: 'VARCHAR(255)' },
    action: { type: 'VARCHAR(16)' },
    /** The new status of the item. */
    status: { type: 'VARCHAR(255)' },
    state: { type: 'VARCHAR(16)' },
    /** Milliseconds since 1970, like all times of this table. */
    at: { type: 'BIGINT' },
    /** When it is due or retried or, while a server is working on it, when its lease ends. */
    due_at: { type: 'BIGINT' },
    /** The owner. */
    user: { type: 'INT unsigned' },
    /** The user's `external_id`, because ids may be reused for other users. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    /** The API key of the request, whose limits also apply to the change. */
    api_key: { type: 'INT unsigned', nullable: true },
    /** The comment of the request, and its origin. */
    comment: { type: 'LONGTEXT', nullable: true },
    ip: { type: 'VARCHAR(64)' },
    user_agent: { type: 'TEXT' },
    /** Changes with every write: decisions based on another version are void. */
    version: { type: 'INT' },
    /** How often servers have started it. */
    attempts: { type: 'INT' },
    /** Why the change was not made. */
    error_code: { type: 'INT', nullable: true },
    error: { type: 'TEXT', nullable: true },
    created_at: { type: 'BIGINT' },
  },
  uniqueTogether: [['collection', 'item', 'action']],
  indexes: [['state', 'due_at'], ['user']],
});
