import { internalTable } from './internal-table.ts';

/** Tasks for users about items while these have a status. Not copied, so that nobody is asked twice. */
export const tasks = internalTable({
  name: 'octavo_tasks',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    collection: { type: 'VARCHAR(64)' },
    item: { type: 'VARCHAR(255)' },
    /** The status that the item had when the task was created. */
    status: { type: 'VARCHAR(255)' },
    state: { type: 'VARCHAR(16)' },
    /** Who is asked: a user, or anyone with a role. */
    user: { type: 'INT unsigned', nullable: true },
    /** The user's `external_id`, because ids may be reused for other users. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    role: { type: 'INT unsigned', nullable: true },
    /** The creator. */
    by: { type: 'INT unsigned' },
    by_external_id: { type: 'VARCHAR(255)', nullable: true },
    note: { type: 'TEXT', nullable: true },
    /** Milliseconds since 1970, like all times of this table. */
    due_at: { type: 'BIGINT', nullable: true },
    /** The text of the answer, and who answered. */
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
