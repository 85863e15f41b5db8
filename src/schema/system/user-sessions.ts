import { systemTable } from './system-table.ts';

/** The system collection `directus_user_sessions`: its columns and the rows that describe its fields in a fresh project. */
export const userSessions = systemTable({
  name: 'directus_user_sessions',
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    user: { type: 'INT unsigned', nullable: true },
    token_type: { type: 'VARCHAR(255)', nullable: true },
    token: { type: 'VARCHAR(520)', nullable: true },
    ip_address: { type: 'VARCHAR(255)', nullable: true },
    user_agent: { type: 'TEXT', nullable: true },
    created_on: { type: 'DATETIME', nullable: true },
    token_expired_at: { type: 'DATETIME', nullable: true },
  },
  uniqueTogether: [],
  fields: [
    { id: 156, field: 'id', type: 'integer', interface: 'primary-key', required: 1, hidden_detail: 1 },
    { id: 157, field: 'user', type: 'user', interface: 'user', locked: 0, required: 1 },
    { id: 158, field: 'token_type', type: 'string', interface: 'text-input', locked: 0 },
    { id: 159, field: 'token', type: 'string', interface: 'text-input', locked: 0 },
    { id: 160, field: 'ip_address', type: 'string', interface: 'text-input', locked: 0 },
    { id: 161, field: 'user_agent', type: 'string', interface: 'text-input', locked: 0 },
    { id: 162, field: 'created_on', type: 'datetime', interface: 'datetime', locked: 0 },
    { id: 163, field: 'token_expired_at', type: 'datetime', interface: 'datetime', locked: 0 },
  ],
});
