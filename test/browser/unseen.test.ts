import { beforeAll, expect, it } from 'vitest';
import { id, shownStatus, text } from '../support/fields.ts';
import { makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

const status = shownStatus({ draft: { name: 'Draft' }, sent: { name: 'Sent' } });

onStudio('an item that its author may not see once it is saved', ({ visit, project, picture }) => {
  beforeAll(() =>
    project.write('POST', '/collections', {
      collection: 'letters',
      fields: [id, text('title', { interface: 'text-input' }), status],
    }),
  );
  const stored = (): Promise<unknown> => project.read('/items/letters?fields=title,status&sort=id');

  it('is saved, and followed by another', async () => {
    const as = await makePerson(project, 'poster', [
      { collection: 'letters', create: 'full', read: 'none', status: 'draft' },
      { collection: 'letters', create: 'full', read: 'none', status: 'sent' },
    ]);
    const page = await visit('/', { as });
    await page.getByRole('link', { name: 'New: Letters' }).click();
    for (const title of ['First', 'Second']) {
      await page.getByLabel('Title').fill(title);
      await page.keyboard.press('Control+s');
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
    }
    await page.getByText('Saved.', { exact: true }).first().waitFor();
    await picture(page, 'unseen-created');
    expect(await page.getByText('You may read this item').count()).toBe(0);
    expect(await stored()).toMatchObject([{ title: 'First' }, { title: 'Second' }]);
    await page.goto(`/studio/${project.key}/content/letters`);
    await page.getByRole('link', { name: /^New/ }).click();
    await page.getByLabel('Title').waitFor();
  });

  it('is not shown as an empty one after it was sent', async () => {
    const as = await makePerson(project, 'sender', [
      { collection: 'letters', create: 'full', read: 'full', update: 'full', status: 'draft' },
      { collection: 'letters', update: 'full', read: 'none', status: 'sent' },
    ]);
    const { id: key } = await project.write<{ id: number }>('POST', '/items/letters', {
      title: 'Third',
      status: 'draft',
    });
    const page = await visit(`/content/letters/${key}`, { as });
    await page.getByRole('button', { name: /^Status/ }).click();
    await page.getByRole('menuitem', { name: 'Sent' }).click();
    await page.getByLabel('Title').fill('Third and last');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Item not found' }).waitFor();
    await picture(page, 'unseen-sent');
    expect(await page.getByText('You may read this item').count()).toBe(0);
    expect(await project.read(`/items/letters/${key}?fields=title,status`)).toEqual({
      title: 'Third and last',
      status: 'sent',
    });
  });

  it('is not offered where the role may do nothing with any', async () => {
    const page = await visit('/', { as: await makePerson(project, 'idle', []) });
    await page.getByText('No collections yet').waitFor();
    const pages = page.getByRole('navigation').first();
    await pages.getByRole('link', { name: 'Home' }).waitFor();
    expect(await pages.getByRole('link', { name: 'Content' }).count()).toBe(0);
    await pages.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Running' }).waitFor();
    expect(await page.getByText('Import a file').count()).toBe(0);
  });
});

onStudio('fields that a role may not read', ({ visit, project, picture }) => {
  beforeAll(() =>
    project.write('POST', '/collections', {
      collection: 'memos',
      fields: [
        id,
        text('title', { interface: 'text-input', required: true }),
        text('body', { interface: 'text-input' }),
        status,
      ],
    }),
  );

  it('do not make an item read-only, although one of them is its status', async () => {
    const row = { collection: 'memos', read: 'full', read_field_blacklist: ['status'] };
    const as = await makePerson(project, 'blind', [
      { ...row, update: 'full', status: 'draft' },
      { ...row, update: 'none', status: 'sent' },
    ]);
    const { id: key } = await project.write<{ id: number }>('POST', '/items/memos', { title: 'A memo' });
    const page = await visit(`/content/memos/${key}`, { as });
    await page.getByLabel('Body').fill('Changed.');
    expect(await page.getByText('You may read this item').count()).toBe(0);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await project.read(`/items/memos/${key}?fields=body`)).toEqual({ body: 'Changed.' });
  });

  it('are named where they prevent a new item', async () => {
    const row = { collection: 'memos', create: 'full', read: 'full', read_field_blacklist: ['title'] };
    const page = await visit('/content/memos/+', { as: await makePerson(project, 'untitled', [row]) });
    await page.getByLabel('Body').fill('Without a title');
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').getByText('Title: This cannot be empty.').waitFor();
    await picture(page, 'unseen-required');
  });
});
