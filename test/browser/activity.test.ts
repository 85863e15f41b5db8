import { beforeAll, expect, it } from 'vitest';
import { studioOnEveryEngine } from '../support/studio.ts';

const HOSTILE = '<img src=x onerror="top.hacked = 1">{item}{who}';

studioOnEveryEngine('the activity of a project', ({ visit, project, server, picture, accessibilityFaults, once }) => {
  beforeAll(async () => {
    const ines = { email: 'ines@example.com', password: 'Ines-Secret-1', status: 'active', role: 1 };
    await project.write('POST', '/users', { ...ines, first_name: 'Ines', last_name: 'Marques' });
    const enter = (password: string): Promise<Response> =>
      fetch(`${server.base}/${project.key}/auth/authenticate`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'curl/8.5.0' },
        body: JSON.stringify({ email: ines.email, password }),
      });
    await enter('wrong');
    const { data } = (await (await enter(ines.password)).json()) as { data: { token: string } };
    const asInes = (method: string, path: string, body?: object) => project.ask(method, path, body, data.token);
    await asInes('PATCH', '/items/articles/1', { title: 'A Short Grammar of Rivers', minutes: 4 });
    await asInes('PATCH', '/items/articles/1', { title: 'A Small Grammar of Rivers', tags: [{ tag: 2 }] });
    await asInes('POST', '/activity/comment', { collection: 'articles', item: '1', comment: HOSTILE });
    await asInes('POST', '/items/authors', { name: HOSTILE });
    await asInes('DELETE', '/items/articles/3');
  });

  it('is read as sentences grouped by day, and an entry expands to show what changed, word by word', async () => {
    const page = await visit('/activity');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    const changed = page.getByRole('button', { name: /Ines Marques changed A Small Grammar of Rivers in Articles/ });
    await changed.filter({ hasText: '2 fields' }).first().waitFor();
    await page.getByRole('button', { name: 'A wrong password was entered for Ines Marques' }).waitFor();
    await page.getByRole('button', { name: 'Ines Marques deleted #3 from Articles' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await changed.first().click();
    const entry = page.getByRole('complementary', { name: 'What happened' });
    await entry.locator('del', { hasText: /^Short$/ }).waitFor();
    await entry.locator('ins', { hasText: /^Small$/ }).waitFor();
    await entry.getByText('Tags food').waitFor();
    await picture(page, 'activity');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await entry.getByRole('link', { name: 'Open the item' }).click();
    await page.waitForURL(/\/content\/articles\/1$/);
  });

  it('names system rows by what they are about', async () => {
    const write = <T>(path: string, body: object): Promise<T> => project.write<T>('POST', path, body);
    const { id: role } = await write<{ id: number }>('/roles', { name: 'Critics' });
    await write('/permissions', { role, collection: 'articles', status: 'draft', read: 'full' });
    await write('/permissions', { role, collection: 'authors', read: 'full' });
    await write('/permissions/rules', { role, collection: 'tags', action: 'read', filter: { id: { gt: 1 } } });
    await write('/fields/authors', { field: 'mentor', type: 'm2o', datatype: 'INT', length: 10, signed: false });
    await write('/relations', { collection_many: 'authors', field_many: 'mentor', collection_one: 'authors' });
    const [setting] = await project.read<{ id: number }[]>('/settings?filter[key]=project_name&limit=1');
    await project.write('PATCH', `/settings/${setting?.id}`, { value: 'The Harbour' });
    await project.write('PATCH', '/collections/tags', { note: 'What it is about' });
    const page = await visit('/activity');
    const NAMES = [
      'created Critics · Articles · Draft in Permissions',
      'created Critics · Authors in Permissions',
      'created Critics · Tags · Read in Rules',
      'created Authors · Mentor in Fields',
      'created Authors · Mentor in Relations',
      'changed Project name in Settings',
      'changed Tags in Collections',
    ];
    for (const name of NAMES) await page.getByRole('button', { name }).first().waitFor();
    await picture(page, 'activity-system');
  });

  once('shows hostile names and comments as plain text', async () => {
    const page = await visit('/activity', { theme: 'dark' });
    await page.getByRole('button', { name: `Ines Marques created ${HOSTILE} in Authors` }).click();
    await page.getByRole('complementary').getByText(HOSTILE).first().waitFor();
    await page.getByText(HOSTILE).nth(2).waitFor();
    expect(await page.evaluate('top.hacked')).toBeUndefined();
    expect(await page.locator('img[onerror]').count()).toBe(0);
    await picture(page, 'activity-dark');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('can be filtered by kind, person, collection, item and days, all of which are in the address', async () => {
    const page = await visit('/activity');
    await page.getByRole('link', { name: 'Wrong passwords' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wrong passwords' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Ines Marques/ }).count()).toBe(1);
    await page.goto(`/studio/${project.key}/activity?did=changed&in=articles&item=1&who=2`);
    await page.getByRole('search').getByText('A Small Grammar of Rivers').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Ines Marques changed/ }).count()).toBe(2);
    await page.getByLabel('From').fill('2041-01-01');
    await page.getByLabel('From').blur();
    await page.getByText('No activity matches').waitFor();
    await expect.poll(() => page.url()).toContain('from=2041-01-01');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByRole('button', { name: /deleted #3/ }).waitFor();
    await page.getByLabel('Collection').selectOption('Authors');
    await page.getByRole('button', { name: /created <img/ }).waitFor();
    await expect.poll(() => page.url()).toContain('in=authors');
  });

  it('can be exported for an audit with the current filters', async () => {
    const page = await visit('/activity?did=deleted');
    await page.getByRole('button', { name: /deleted #3/ }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const text = await (await waiting).createReadStream().then(async (stream) => {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      return Buffer.concat(parts).toString();
    });
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('delete');
    expect(lines[1]).toContain('ines@example.com');
  });

  once('can be read with the keyboard and on a phone, where an entry fills the page', async () => {
    const page = await visit('/activity', { width: 390 });
    await page.getByRole('button', { name: /deleted #3/ }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await picture(page, 'activity-390');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('j');
    const entry = page.getByRole('complementary', { name: 'What happened' });
    await entry.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'activity-entry-390');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /deleted #3/ }).waitFor();
  });
});
