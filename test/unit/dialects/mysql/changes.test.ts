import { expect, it } from 'vitest';
import { concernsOthers } from '../../../../src/dialects/mysql/changes.ts';

it('notifies other processes of writes to what they cache', () => {
  for (const table of ['directus_permissions', 'directus_users', 'directus_files', 'octavo_rules'])
    expect(concernsOthers(`DELETE FROM \`${table}\` WHERE 1 = 1`), table).toBe(true);
  for (const table of ['directus_activity', 'octavo_outbox', 'posts'])
    expect(concernsOthers(`DELETE FROM \`${table}\` WHERE 1 = 1`), table).toBe(false);
  expect(concernsOthers('CREATE TABLE `octavo_tasks` (`id` INT)')).toBe(true);
});
