import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { id, text } from '../support/fields.ts';
import { makeNotes, makePerson } from '../support/notes.ts';
import { ADMIN_PASSWORD } from '../support/project.ts';
import { FILL_STORAGE, onStudio } from '../support/studio.ts';
import { noteTaken } from '../support/taken.ts';

onStudio('what is typed into an item', ({ visit, project, picture }) => {
  beforeAll(async () => {
    await makeNotes(project);
    await project.write('POST', '/collections', { collection: 'echoes', fields: [id, text('text')] });
  });

  const before = { title: 'Rivers', summary: 'A river carries.', inside: 'old' };
  const open = async (values: object = before): Promise<{ page: Page; id: number }> => {
    const { id } = await project.write<{ id: number }>('POST', '/items/notes', values);
    const page = await visit(`/content/notes/${id}`);
    await page.getByLabel('Summary').waitFor();
    return { page, id };
  };
  const saved = (page: Page): Promise<void> => page.getByText('Saved.', { exact: true }).first().waitFor();
  const kept = (page: Page): Promise<void> => page.getByText(/saved in this browser/).waitFor();
  const read = (id: number): Promise<unknown> => project.read(`/items/notes/${id}?fields=title,summary,inside`);

  it('is offered again after a reload, and compared with what is stored now', async () => {
    const { page, id } = await open();
    await page.getByLabel('Summary').fill('A river carries, cuts, hides, returns.');
    await kept(page);
    await picture(page, 'item-kept');
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.getByText(/You have unsaved changes from .*: Summary/).waitFor();
    await picture(page, 'item-offered');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.getByLabel('Summary').inputValue()).toBe('A river carries.');
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await read(id)).toEqual({ ...before, summary: 'A river carries, cuts, hides, returns.' });
    await page.reload();
    await page.getByLabel('Summary').waitFor();
    expect(await page.getByText('You have unsaved changes').count()).toBe(0);
  });

  it('survives a crash of its page', async () => {
    const { page } = await open();
    await page.getByLabel('Title').fill('Rivers and crashes');
    await kept(page);
    const again = await page.context().newPage();
    const address = page.url();
    await page.goto('chrome://crash').catch(() => undefined);
    await again.goto(address);
    await again.getByText(/You have unsaved changes from .*: Title/).waitFor();
    await again.getByRole('button', { name: 'Restore' }).click();
    expect(await again.getByLabel('Title').inputValue()).toBe('Rivers and crashes');
  });

  it('waits while the user signs in again, and is saved then', async () => {
    const { page, id } = await open();
    await page.getByLabel('Summary').fill('Typed before the session ended.');
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await saved(page);
    expect(await read(id)).toMatchObject({ summary: 'Typed before the session ended.' });
  });

  it.each([
    ['nobody can be reached', null, /cannot be reached/],
    ['the server fails', 500, /That did not work/],
  ] as const)('stays where it is while %s', async (_, status, text) => {
    const { page, id } = await open();
    await page.getByLabel('Summary').fill('Typed in vain?');
    const path = `**/items/notes/${id}**`;
    await page.route(path, (route) =>
      status === null
        ? route.abort()
        : route.fulfill({
            status,
            contentType: 'application/json',
            body: '{"error":{"code":null,"message":"broken"}}',
          }),
    );
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').getByText(text).waitFor();
    if (status) await picture(page, 'item-failed');
    expect(await page.getByLabel('Summary').inputValue()).toBe('Typed in vain?');
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await saved(page);
    expect(await read(id)).toMatchObject({ summary: 'Typed in vain?' });
  });

  it('stays where it is if a proxy answers with a page of its own', async () => {
    const { page, id } = await open();
    await page.getByLabel('Summary').fill('Typed in vain?');
    const path = `**/items/notes/${id}**`;
    await page.route(path, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }),
    );
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe('Typed in vain?');
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await saved(page);
    expect(await read(id)).toMatchObject({ summary: 'Typed in vain?' });
  });

  it('is created once, although the answer was lost', async () => {
    const page = await visit('/content/notes/+');
    await page.getByLabel('Title').fill('Created once');
    let isLosing = true;
    await page.route('**/items/notes?**', async (route) => {
      if (route.request().method() !== 'POST' || !isLosing) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.keyboard.press('Control+s');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    isLosing = false;
    await again.click();
    await saved(page);
    expect(await project.read('/items/notes?filter[title]=Created once&fields=title')).toHaveLength(1);
  });

  it.each(['and more was typed', 'and the page was reloaded'])(
    'is created once, although the answer was lost %s',
    async (how) => {
      const page = await visit('/content/notes/+');
      const title = `Created once ${how}`;
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Inside').fill('Taken back.');
      const lose = async (route: Route): Promise<void> => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        return route.abort();
      };
      await page.route('**/items/notes?**', lose);
      await page.keyboard.press('Control+s');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.unroute('**/items/notes?**', lose);
      if (how === 'and the page was reloaded') {
        page.on('dialog', (dialog) => dialog.accept());
        await page.reload();
        await page.getByRole('button', { name: 'Restore' }).click();
      }
      await page.getByLabel('Summary').fill('Typed since then.');
      await page.getByLabel('Inside').fill('');
      await page.keyboard.press('Control+s');
      await saved(page);
      await page.waitForURL(/\/notes\/\d+$/);
      const filter = `filter[title]=${encodeURIComponent(title)}`;
      expect(await project.read(`/items/notes?${filter}&fields=summary,inside`)).toEqual([
        { summary: 'Typed since then.', inside: null },
      ]);
    },
  );

  it('is kept if somebody has deleted one of the fields, and the other fields are saved', async () => {
    await project.write('POST', '/fields/notes', text('passing', { interface: 'text-input' }));
    const { page, id } = await open();
    await page.getByLabel('Passing').fill('In vain.');
    await page.getByLabel('Summary').fill('Needed elsewhere.');
    await project.write('DELETE', '/fields/notes/passing');
    await page.keyboard.press('Control+s');
    await page.getByText('Somebody changed the data model meanwhile.').waitFor();
    await picture(page, 'item-outdated');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText(/You have unsaved changes from .*Summary/).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await read(id)).toEqual({ ...before, summary: 'Needed elsewhere.' });
  });

  it.each(['Control+s', 'Control+Enter'])('is saved by %s, including tags not added yet', async (keys) => {
    const list = { type: 'array', datatype: 'VARCHAR', length: 200 };
    const words = { ...list, field: 'words', interface: 'tags' };
    const options = { choices: { calm: 'Calm' }, allow_other: true };
    const moods = { ...list, field: 'moods', interface: 'checkboxes', options };
    const collection = `seas_${keys.slice(8).toLowerCase()}`;
    await project.write('POST', '/collections', { collection, fields: [id, words, moods] });
    for (const field of ['words', 'moods']) {
      const page = await visit(`/content/${collection}/+`);
      const input = field === 'words' ? page.getByLabel('Words') : page.getByLabel('Another value for Moods');
      await input.fill('deep');
      await page.keyboard.press(keys);
      await saved(page);
      expect(await project.read(`/items/${collection}?fields=${field}&sort=-id&limit=1`)).toEqual([
        { [field]: ['deep'] },
      ]);
    }
  });

  it('merges automatically with changes by others in other places', async () => {
    const { page, id } = await open();
    await page.getByLabel('Summary').fill('Mine.');
    await project.write('PATCH', `/items/notes/${id}`, { inside: 'Theirs.' });
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await page.getByLabel('Inside').inputValue()).toBe('Theirs.');
    expect(await read(id)).toEqual({ title: 'Rivers', summary: 'Mine.', inside: 'Theirs.' });
  });

  it('is compared with a change by others in the same place, and one of them can be chosen', async () => {
    const { page, id } = await open();
    await page.getByLabel('Title').fill('Great rivers');
    await page.getByLabel('Summary').fill('A river carries and cuts.');
    await project.write('PATCH', `/items/notes/${id}`, {
      title: 'Small rivers',
      summary: 'A river carries and hides.',
      inside: 'new',
    });
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Two people changed this item' });
    await dialog.locator('ins').getByText('cuts').waitFor();
    await picture(page, 'item-collision');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await dialog.getByRole('button', { name: 'Keep these' }).isDisabled()).toBe(true);
    await dialog.getByRole('group', { name: 'Title' }).getByRole('radio', { name: 'Yours' }).check();
    await dialog.getByRole('group', { name: 'Summary' }).getByRole('radio', { name: 'Theirs' }).check();
    await dialog.getByRole('button', { name: 'Keep these' }).click();
    await saved(page);
    expect(await read(id)).toEqual({ title: 'Great rivers', summary: 'A river carries and hides.', inside: 'new' });
  });

  it('can be saved again if the comparison with a change by others could not be loaded', async () => {
    const { page, id } = await open();
    await page.getByLabel('Title').fill('Great rivers');
    await project.write('PATCH', `/items/notes/${id}`, { title: 'Small rivers' });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.keyboard.press('Control+s');
    await page.getByText('The server cannot be reached.').waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    await page.unroute('**/assets/*.js');
    await again.click();
    const dialog = page.getByRole('dialog', { name: 'Two people changed this item' });
    await dialog.getByRole('radio', { name: 'Yours' }).check();
    await dialog.getByRole('button', { name: 'Keep these' }).click();
    await saved(page);
    expect(await read(id)).toMatchObject({ title: 'Great rivers' });
  });

  it('is told about changes that others have saved when the window gets the focus', async () => {
    const { page, id } = await open();
    await page.getByLabel('Summary').fill('Mine.');
    await project.write('PATCH', `/items/notes/${id}`, { inside: 'Theirs.' });
    await page.evaluate(() => {
      const later = Date.now() + 60_000;
      Date.now = () => later;
      dispatchEvent(new Event('focus'));
    });
    await page.getByText('Somebody changed this item while you were writing: Inside.').waitFor();
    await picture(page, 'item-newer');
    await page.getByRole('button', { name: 'Bring in their changes' }).click();
    await expect.poll(() => page.getByLabel('Inside').inputValue()).toBe('Theirs.');
    expect(await page.getByLabel('Summary').inputValue()).toBe('Mine.');
  });

  it('is not replaced by a state that was read before it was saved', async () => {
    const { page, id } = await open();
    const [asked, answered] = [deferred(), deferred()];
    await page.route(`**/items/notes/${id}?*`, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const older = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      asked.resolve();
      await answered.promise;
      return route.fulfill({ response: older });
    });
    await page.evaluate(() => {
      const later = Date.now() + 60_000;
      Date.now = () => later;
      dispatchEvent(new Event('focus'));
    });
    await asked.promise;
    await page.getByLabel('Summary').fill('Newer.');
    await page.keyboard.press('Control+s');
    await saved(page);
    const taken = await noteTaken(page);
    answered.resolve();
    await taken(`/items/notes/${id}?`);
    expect(await page.getByLabel('Summary').inputValue()).toBe('Newer.');
  });

  it('waits until the item has been read', async () => {
    const fields = [
      { field: 'id', type: 'integer', datatype: 'INT', length: 10, primary_key: true, auto_increment: true },
      { field: 'text', type: 'string', datatype: 'VARCHAR', length: 100, interface: 'text-input' },
    ];
    await project.write('POST', '/collections', { collection: 'scraps', fields });
    const { id } = await project.write<{ id: number }>('POST', '/items/scraps', { text: 'as it was' });
    const [asked, answered] = [deferred(), deferred()];
    const page = await visit('/me');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route(`**/items/scraps/${id}?*`, async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    await page.goto(page.url().replace('/me', `/content/scraps/${id}`));
    await asked.promise;
    for (const keys of ['Control+s', 'Control+Enter', 'Control+Shift+s']) await page.keyboard.press(keys);
    answered.resolve();
    await expect.poll(() => page.getByLabel('Text').inputValue()).toBe('as it was');
    expect(await project.read('/items/scraps?fields=text')).toEqual([{ text: 'as it was' }]);
  });

  it('survives the deletion of the item by somebody else, and can be created again', async () => {
    const { page, id } = await open();
    await page.getByLabel('Summary').fill('Still wanted.');
    await project.write('DELETE', `/items/notes/${id}`);
    await page.keyboard.press('Control+s');
    await page.getByText('Somebody deleted this item while it was open here.').waitFor();
    await picture(page, 'item-deleted-meanwhile');
    await page.getByRole('button', { name: 'Create it again' }).click();
    await saved(page);
    expect(await project.read('/items/notes?filter[summary]=Still wanted.&fields=title')).toEqual([
      { title: 'Rivers' },
    ]);
  });

  it('is not said to be deleted if the role may no longer see the item', async () => {
    const right = { collection: 'notes', create: 'full', read: 'full', update: 'full' };
    const person = await makePerson(project, 'narrowed', [right]);
    const [user] = await project.read<{ role: number }[]>(`/users?filter[email]=${person.email}&fields=role`);
    const { id } = await project.write<{ id: number }>('POST', '/items/notes', before);
    const page = await visit(`/content/notes/${id}`, { as: person });
    await page.getByLabel('Summary').fill('Still mine?');
    const rule = { role: user?.role, collection: 'notes', action: 'read', filter: { title: { eq: 'Others' } } };
    await project.write('POST', '/permissions/rules', rule);
    await page.keyboard.press('Control+s');
    await page.getByText('It has been deleted, or your role does not show it to you.').waitFor();
    await picture(page, 'item-no-longer-seen');
    expect(await page.getByText('Somebody deleted this item').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Save as a new item' }).count()).toBe(1);
  });

  it('is not said to be kept where the browser has no room', async () => {
    const { page } = await open();
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await page.evaluate(FILL_STORAGE);
    await page.getByLabel('Summary').fill('Typed without room. '.repeat(4));
    await page.getByLabel('Where you are').getByRole('link', { name: 'Notes' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep writing' }).waitFor();
    expect(await question.getByText('It can wait for you in this browser').count()).toBe(0);
    expect(await question.getByRole('button', { name: 'Leave, keep the draft' }).count()).toBe(0);
    expect(await page.getByText(/saved in this browser/).count()).toBe(0);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
  });

  it('is not said to be deleted because of an answer that arrives after it was created again', async () => {
    const { page, id } = await open();
    const [asked, answered] = [deferred(), deferred()];
    await page.getByLabel('Summary').fill('Wanted again.');
    const hold = async (route: Route): Promise<void> => {
      const gone = await route.fetch();
      asked.resolve();
      await answered.promise;
      return route.fulfill({ response: gone });
    };
    await page.route(`**/items/notes/${id}?*`, hold, { times: 1 });
    await project.write('DELETE', `/items/notes/${id}`);
    await page.evaluate(() => {
      const later = Date.now() + 60_000;
      Date.now = () => later;
      dispatchEvent(new Event('focus'));
    });
    await asked.promise;
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Create it again' }).click();
    await saved(page);
    const taken = await noteTaken(page);
    answered.resolve();
    await taken(`/items/notes/${id}?`);
    expect(await page.getByText('Somebody deleted this item').count()).toBe(0);
  });

  it('is not lost by accident: keep writing, keep a draft, or discard', async () => {
    const { page, id } = await open();
    await page.getByLabel('Summary').fill('Unfinished');
    const leave = page.getByLabel('Where you are').getByRole('link', { name: 'Notes' });
    await leave.click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await picture(page, 'item-leave');
    await page.getByRole('button', { name: 'Keep writing' }).click();
    expect(await page.getByLabel('Summary').inputValue()).toBe('Unfinished');
    await leave.click();
    await page.getByRole('button', { name: 'Leave, keep the draft' }).click();
    await page.waitForURL(/\/content\/notes$/);
    await page.goBack();
    await page.getByRole('button', { name: 'Restore' }).click();
    expect(await page.getByLabel('Summary').inputValue()).toBe('Unfinished');
    await page.getByLabel('Summary').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(/\/content\/notes$/);
    expect(await read(id)).toEqual(before);
    await page.goBack();
    await page.getByLabel('Summary').waitFor();
    expect(await page.getByText('You have unsaved changes').count()).toBe(0);
  });

  it('is not lost on the way to an item with the same key in another collection', async () => {
    const { page, id } = await open();
    await project.write('POST', '/items/echoes', { id, text: 'An echo' });
    await page.getByLabel('Title').fill('Unfinished');
    await goTo(page, 'echo', /An echo/);
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Keep writing' }).click();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/notes/${id}$`));
    expect(await page.getByLabel('Title').inputValue()).toBe('Unfinished');
  });

  it('is not lost on the way to a new item of another collection', async () => {
    const page = await visit('/content/notes/+');
    await page.getByLabel('Title').fill('Unfinished');
    await goTo(page, 'new echoes', /New: Echoes/);
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Keep writing' }).click();
    expect(new URL(page.url()).pathname).toMatch(/\/notes\/\+$/);
    expect(await page.getByLabel('Title').inputValue()).toBe('Unfinished');
  });

  it('is saved without leading back to the list those who have left meanwhile', async () => {
    const { page, id } = await open();
    const answer = await holdSaves(page);
    await page.getByLabel('Summary').fill('Saved late.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Leave, keep the draft' }).click();
    await page.waitForURL(/\/files$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    answer();
    await saved(page);
    expect(await read(id)).toMatchObject({ summary: 'Saved late.' });
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).pathname).toMatch(/\/files$/);
  });

  it('is not lost if it was typed while the item was saved to be followed by another', async () => {
    const page = await visit('/content/notes/+');
    const answer = await holdSaves(page);
    await page.getByLabel('Title').fill('Followed');
    await page.keyboard.press('Control+Shift+s');
    await page.getByLabel('Summary').fill('Typed meanwhile.');
    answer();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Keep writing' }).click();
    await page.waitForURL(/\/notes\/\d+$/);
    expect(await page.getByLabel('Summary').inputValue()).toBe('Typed meanwhile.');
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => project.read('/items/notes?filter[title]=Followed&fields=summary'))
      .toEqual([{ summary: 'Typed meanwhile.' }]);
  });

  it('is published although the session ended before', async () => {
    const article = { title: 'Late', status: 'draft' };
    const { id } = await project.write<{ id: number }>('POST', '/items/articles', article);
    const page = await visit(`/content/articles/${id}`);
    await page.getByRole('button', { name: 'Publish' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await saved(page);
    expect(await project.read(`/items/articles/${id}?fields=status`)).toEqual({ status: 'published' });
  });
});

/** Goes where the palette leads. */
async function goTo(page: Page, typed: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(typed);
  await page.getByRole('option', { name: option }).click();
}

/** Holds back what saves notes until the returned function is called. */
async function holdSaves(page: Page): Promise<() => void> {
  const answered = deferred();
  await page.route('**/items/notes**', async (route) => {
    if (route.request().method() !== 'GET') await answered.promise;
    await route.continue();
  });
  return answered.resolve;
}
