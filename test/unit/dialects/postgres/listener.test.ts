import { afterEach, expect, it, vi } from 'vitest';
import { concernsOthers, Listener } from '../../../../src/dialects/postgres/listener.ts';

afterEach(() => void vi.useRealTimers());

it('notifies other processes of writes to what they cache', () => {
  for (const table of ['directus_permissions', 'directus_users', 'octavo_rules'])
    expect(concernsOthers(`INSERT INTO "${table}" ("a") VALUES ($1)`), table).toBe(true);
  for (const table of ['directus_activity', 'directus_revisions', 'octavo_outbox', 'posts'])
    expect(concernsOthers(`INSERT INTO "${table}" ("a") VALUES ($1)`), table).toBe(false);
});

it('tries to hear of changes again, and supposes one, although the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const listener = new Listener({ name: 'gone', host: '127.0.0.1', port: 9, user: 'nobody' });
  expect(await listener.takeChanged()).toBe(true);
  expect(await listener.takeChanged()).toBe(false);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(await listener.takeChanged()).toBe(true);
  await listener.close();
});
