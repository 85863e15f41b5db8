import { expect, it } from 'vitest';
import { concernsOthers } from '../../../../src/dialects/postgres/listener.ts';

it('notifies other processes of writes to what they cache', () => {
  for (const table of ['directus_permissions', 'directus_users', 'octavo_rules'])
    expect(concernsOthers(`INSERT INTO "${table}" ("a") VALUES ($1)`), table).toBe(true);
  for (const table of ['directus_activity', 'directus_revisions', 'octavo_outbox', 'posts'])
    expect(concernsOthers(`INSERT INTO "${table}" ("a") VALUES ($1)`), table).toBe(false);
});
