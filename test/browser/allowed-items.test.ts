import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { id, integer, owner, text, toOne } from '../support/fields.ts';
import { makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

const FULL = { create: 'full', read: 'full', update: 'full', delete: 'full' };

onStudio('items with item rules', ({ visit, project, picture }) => {
  type Person = Awaited<ReturnType<typeof makePerson>>;
  let editor: Person;
  let colleague: Person;

  const keyOf = async (title: string, values: object = {}): Promise<number> =>
    (await project.write<{ id: number }>('POST', '/items/diaries', { title, minutes: 5, ...values })).id;
  const roleOf = async (person: Person): Promise<number> => {
    const [user] = await project.read<{ role: number }[]>(`/users?filter[email]=${person.email}&fields=role`);
    return user?.role ?? 0;
  };
  const userOf = async (person: Person): Promise<number> => {
    const [user] = await project.read<{ id: number }[]>(`/users?filter[email]=${person.email}&fields=id`);
    return user?.id ?? 0;
  };
  const menu = async (page: Page): Promise<readonly string[]> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor();
    return page.getByRole('menuitem').allInnerTexts();
  };

  beforeAll(async () => {
    const fields = [
      id,
      text('title', { interface: 'text-input' }),
      { ...integer('minutes'), interface: 'numeric' },
      text('mood', { interface: 'dropdown', options: { choices: { calm: 'Calm', glad: 'Glad' } } }),
      { ...owner, interface: 'owner' },
    ];
    await project.write('POST', '/collections', { collection: 'diaries', fields });
    const diary = { ...toOne('diary'), interface: 'many-to-one' };
    await project.write('POST', '/collections', { collection: 'shelves', fields: [id, diary] });
    const tie = { collection_many: 'shelves', field_many: 'diary', collection_one: 'diaries' };
    await project.write('POST', '/relations', tie);
    const shelf = { collection: 'shelves', ...FULL };
    const records = ['activity', 'revisions'].map((name) => ({ collection: `directus_${name}`, ...FULL }));
    editor = await makePerson(project, 'ruled', [{ collection: 'diaries', ...FULL }, shelf, ...records]);
    const role = await roleOf(editor);
    for (const action of ['update', 'delete'])
      await project.write('POST', '/permissions/rules', {
        role,
        collection: 'diaries',
        action,
        filter: { minutes: { lte: action === 'update' ? 10 : 20 } },
      });
    const own = { ...FULL, update: 'role', delete: 'role' };
    colleague = await makePerson(project, 'colleague', [{ collection: 'diaries', ...own }]);
  });

  it('are read-only where a rule says so, as is their history, and may be deleted where another one does', async () => {
    const [long, longest] = [await keyOf('Long', { minutes: 15 }), await keyOf('Longest', { minutes: 50 })];
    await project.write('PATCH', `/items/diaries/${long}`, { title: 'Long story' });
    const page = await visit(`/content/diaries/${long}`, { as: editor });
    await page.getByText('You may read this item').waitFor();
    await picture(page, 'allowed-item');
    expect(await page.getByLabel('Title').isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
    await page.locator('.lines .line').first().waitFor();
    expect(await page.getByRole('button', { name: /^Put .* back$/ }).count()).toBe(0);
    expect(await menu(page)).toContain('Delete…');
    await page.goto(page.url().replace(/\d+$/, String(longest)));
    await page.getByText('You may read this item').waitFor();
    expect(await menu(page)).not.toContain('Delete…');
  });

  it('become read-only once somebody has given them values that a rule excludes', async () => {
    const page = await visit(`/content/diaries/${await keyOf('Short')}`, { as: editor });
    await page.getByLabel('Title').fill('Short story');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await page.getByLabel('Title').isEditable()).toBe(true);
    await project.write('PATCH', page.url().replace(/.*content/, '/items'), { minutes: 12 });
    await page.evaluate(() => {
      const later = Date.now() + 60_000;
      Date.now = () => later;
      dispatchEvent(new Event('focus'));
    });
    await page.getByText('You may read this item').waitFor();
  });

  it('are read-only in the drawer of a related item where a rule says so', async () => {
    const diary = await keyOf('Shelved', { minutes: 15 });
    const { id: shelf } = await project.write<{ id: number }>('POST', '/items/shelves', { diary });
    const page = await visit(`/content/shelves/${shelf}`, { as: editor });
    await page.getByRole('button', { name: 'Open Shelved' }).click();
    const drawer = page.getByRole('dialog', { name: 'Shelved' });
    await drawer.getByLabel('Title').waitFor();
    expect(await drawer.getByLabel('Title').isEditable()).toBe(false);
  });

  it('offer in the table and its selection bar only what the rules allow', async () => {
    await keyOf('Of ten minutes', { minutes: 10 });
    await keyOf('Of fifteen minutes', { minutes: 15 });
    await keyOf('Of fifty minutes', { minutes: 50 });
    const page = await visit('/content/diaries', { as: editor });
    const rowOf = (title: string) => page.getByRole('row').filter({ hasText: title });
    const edit = (title: string): Promise<void> =>
      rowOf(title)
        .getByRole('gridcell')
        .nth(1)
        .dblclick({ position: { x: 250, y: 18 } });
    await edit('Of ten minutes');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.keyboard.press('Escape');
    const checked = page.waitForResponse(/permissions\/explain/);
    await edit('Of fifty minutes');
    await checked;
    expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0);
    const bar = page.getByRole('region', { name: 'Selection' });
    const offered = async (): Promise<readonly string[]> =>
      (await bar.getByRole('button').allInnerTexts()).filter((text) => /Edit|Delete/.test(text));
    for (const [title, buttons] of [
      ['Of ten minutes', ['Edit fields…', 'Delete']],
      ['Of fifteen minutes', ['Delete']],
      ['Of fifty minutes', []],
    ] as const) {
      await rowOf(title).getByRole('checkbox').check();
      await bar.waitFor();
      await expect.poll(offered, { message: title }).toEqual(buttons);
      await page.keyboard.press('Escape');
      await bar.waitFor({ state: 'detached' });
    }
  });

  it('cannot be moved on a board against the rules, and are all checked by one request', async () => {
    await keyOf('A short walk', { mood: 'calm' });
    await keyOf('A long walk', { mood: 'calm', minutes: 90 });
    const asked: string[] = [];
    const page = await visit('/me', { as: editor });
    page.on('request', (request) => request.url().includes('/explain') && asked.push(request.postData() ?? ''));
    await page.goto(page.url().replace(/me$/, 'content/diaries?layout=board'));
    await page.getByRole('link', { name: 'A long walk' }).waitFor();
    const move = (title: string) => page.getByRole('button', { name: `Move “${title}”` });
    await move('A short walk').waitFor();
    await expect.poll(() => move('A long walk').count()).toBe(0);
    await picture(page, 'allowed-board');
    expect(asked.length).toBeLessThan(8);
  });

  it('are told apart by the role of their owner, in forms and lists', async () => {
    const mate = await project.write<{ id: number }>('POST', '/users', {
      first_name: 'Mate',
      last_name: 'M',
      email: 'mate@example.com',
      password: 'Mates-Secret-1',
      role: await roleOf(colleague),
      status: 'active',
    });
    const theirs = await keyOf('Of a stranger');
    await project.write('PATCH', `/items/diaries/${await keyOf('Of a mate')}`, { owner: mate.id });
    await project.write('PATCH', `/items/diaries/${await keyOf('Of their own')}`, { owner: await userOf(colleague) });
    const page = await visit(`/content/diaries/${theirs}`, { as: colleague });
    await page.getByText('You may read this item').waitFor();
    expect(await page.getByLabel('Title').isEditable()).toBe(false);
    await page.goto(page.url().replace(/\/\d+$/, ''));
    const bar = page.getByRole('region', { name: 'Selection' });
    for (const [title, count] of [
      ['Of a stranger', 0],
      ['Of a mate', 2],
      ['Of their own', 2],
    ] as const) {
      const item = page.getByRole('row').filter({ hasText: title });
      await item.getByRole('checkbox').check();
      await bar.waitFor();
      expect(await bar.getByRole('button', { name: /^Edit|Delete/ }).count(), title).toBe(count);
      await page.keyboard.press('Escape');
      await bar.waitFor({ state: 'detached' });
    }
  });
});
