import { beforeAll, expect, it } from 'vitest';
import { serverContext } from '../../../src/persistence/context.ts';
import { applyRetention } from '../../../src/services/retention/apply.ts';
import { previewRetention } from '../../../src/services/retention/preview.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('records of changes', ({ project }) => {
  beforeAll(async () => {
    await addNotes(project);
    for (const title of ['a', 'b']) await project.ask('POST', '/items/notes', { title });
    for (const title of ['c', 'd', 'e']) await project.ask('PATCH', '/items/notes/1', { title });
    await project.ask('POST', '/activity/comment', { collection: 'notes', item: '1', comment: 'Stays.' });
  });

  const apply = async (days = 0) => {
    const opened = await project.opened();
    return applyRetention(opened, new Date(Date.now() + days * 86_400_000));
  };
  /** Applies the retention, and expects that exactly what the preview announced is removed. */
  const applySaid = async (days = 0) => {
    const opened = await project.opened();
    const now = new Date(Date.now() + days * 86_400_000);
    const caller = { kind: 'user', id: 1, role: 1 } as const;
    const { removes } = await previewRetention({ ...serverContext(opened), now, caller }, {});
    const removed = await applyRetention(opened, now);
    expect(removes).toEqual(removed);
    return removed;
  };
  const keep = async (key: string, value: string): Promise<void> => {
    expect((await project.ask('POST', '/settings', { key, value })).status).toBe(200);
  };
  const read = async (path: string) => (await project.ask('GET', path)).body.data as Record<string, unknown>[];
  const titles = async (item: number) =>
    (await read(`/items/notes/${item}/revisions?limit=-1`)).map(({ data }) => (data as { title: string }).title).sort();

  it('stay by default', async () => {
    const before = await project.digest();
    expect(await apply(10_000)).toEqual({ revisions: 0, activity: 0 });
    expect(await project.digest()).toBe(before);
  });

  it('are counted with other rules before these are set, and stay', async () => {
    const before = await project.digest();
    const ask = (query: string) => project.ask('GET', `/retention${query}`);
    const none = { keep_revisions: null, keep_revisions_days: null, keep_activity: null, keep_activity_days: null };
    expect((await ask('')).body.data).toEqual({ rules: none, removes: { revisions: 0, activity: 0 } });
    const fewer = await ask('?keep_revisions=2&keep_activity=1');
    expect(fewer.body.data).toMatchObject({ rules: { ...none, keep_revisions: 2, keep_activity: 1 } });
    const { revisions, activity } = (fewer.body.data as { removes: Record<string, number> }).removes;
    expect(revisions).toBe(2);
    expect(activity).toBeGreaterThanOrEqual(2);
    expect((await ask('?keep_revisions=')).body.data).toMatchObject({ removes: { revisions: 0 } });
    for (const bad of ['0', '-1', '1.5', 'all', '1234567890'])
      expect(await ask(`?keep_activity_days=${bad}`)).toMatchObject({ status: 422, body: { error: { code: 4 } } });
    expect(await project.ask('GET', '/retention', undefined, null)).toMatchObject({ status: 401 });
    expect(await project.digest()).toBe(before);
  });

  it('are the newest of each item, if a number of revisions is kept', async () => {
    await keep('octavo_keep_revisions', '2');
    expect((await apply()).activity).toBe(0);
    expect(await titles(1)).toEqual(['d', 'e']);
    expect(await titles(2)).toEqual(['b']);
  });

  it('include the newest revision of each item, however old it is', async () => {
    await keep('octavo_keep_revisions_days', '5');
    await applySaid();
    expect(await titles(1)).toEqual(['d', 'e']);
    await applySaid(6);
    expect(await titles(1)).toEqual(['e']);
    expect(await titles(2)).toEqual(['b']);
  });

  it('include the activity of the remaining revisions, and comments', async () => {
    await keep('octavo_keep_activity_days', '5');
    expect((await applySaid(6)).activity).toBeGreaterThan(0);
    const activity = await read('/activity?limit=-1');
    const ids = activity.map(({ id }) => id);
    for (const { activity: id } of await read('/revisions?limit=-1&fields=activity')) expect(ids).toContain(id);
    expect(activity.filter(({ action }) => action === 'comment')).toHaveLength(1);
  });

  it('count once if both rules of activity remove them', async () => {
    for (const title of ['f', 'g', 'h', 'i']) await project.ask('PATCH', '/items/notes/1', { title });
    await keep('octavo_keep_activity', '3');
    expect((await applySaid(6)).activity).toBeGreaterThan(1);
  });
});
