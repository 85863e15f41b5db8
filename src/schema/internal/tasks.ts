import { internalTable } from './internal-table.ts';

/** What people are asked to do about an item while it has a status. Not copied: nobody is asked twice. */
export const tasks = internalTable({
  name: 'octavo_tasks',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    collection: { type: 'VARCHAR(64)' },
    item: { type: 'VARCHAR(255)' },
    /** The status that the item had when somebody was asked. */
    status: { type: 'VARCHAR(255)' },
    state: { type: 'VARCHAR(16)' },
    /** Who is asked: a user, or whoever has a role. */
    user: { type: 'INT unsigned', nullable: true },
    /** The user's `external_id`: another user with a reused id is somebody else. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    role: { type: 'INT unsigned', nullable: true },
    /** Who asks. */
    by: { type: 'INT unsigned' },
    by_external_id: { type: 'VARCHAR(255)', nullable: true },
    note: { type: 'TEXT', nullable: true },
    /** Milliseconds since 1970, like all times of this table. */
    due_at: { type: 'BIGINT', nullable: true },
    /** What was answered, and by whom. */
    answer: { type: 'TEXT', nullable: true },
    answered_by: { type: 'INT unsigned', nullable: true },
    /** The address of the server, for links in mails. */
    server_url: { type: 'TEXT', nullable: true },
    created_at: { type: 'BIGINT' },
    ended_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
  indexes: [
    ['collection', 'item'],
    ['user', 'state'],
    ['role', 'state'],
    ['by', 'state'],
  ],
});
