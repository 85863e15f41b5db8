import { beforeAll, expect, it } from 'vitest';
import { uploadTo } from '../support/file-samples.ts';
import { makePerson } from '../support/notes.ts';
import { onStudio } from '../support/studio.ts';

onStudio('files of other users, if a role may change only its own', ({ visit, project, picture }) => {
  let author: { readonly email: string; readonly password: string };

  beforeAll(async () => {
    const row = { collection: 'directus_files', create: 'full', read: 'full', update: 'mine', delete: 'mine' };
    const folders = { collection: 'directus_folders', read: 'full' };
    author = await makePerson(project, 'photographer', [row, folders]);
    const signedIn = await project.ask('POST', '/auth/authenticate', author, null);
    const { token } = signedIn.body.data as { token: string };
    const own = { filename_download: 'their-own.txt', data: Buffer.from('own').toString('base64') };
    expect((await project.ask('POST', '/files', own, token)).status).toBe(200);
    await uploadTo(project, 'of-the-editor.txt', 'of the editor');
    await project.write('POST', '/folders', { name: 'Archive' });
  });

  it('cannot be dragged, and are skipped when a selection is moved or deleted', async () => {
    const page = await visit('/files', { as: author });
    const [own, others] = [/their.own/i, /of.the.editor/i].map((name) =>
      page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) }),
    );
    if (!own || !others) throw new Error('two files are expected');
    await expect.poll(() => others.getAttribute('draggable')).toBeNull();
    expect(await own.getAttribute('draggable')).toBe('true');
    const bar = page.getByRole('region', { name: /chosen/ });
    const offered = async (): Promise<readonly string[]> => bar.getByRole('button').allInnerTexts();
    await others.getByRole('checkbox').check({ force: true });
    await expect.poll(offered).toEqual(['Download', 'Clear the selection']);
    await own.getByRole('checkbox').check({ force: true });
    await bar.getByRole('button', { name: 'Move to…' }).click();
    await picture(page, 'others-files');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').selectOption('Archive');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('1 file moved to Archive').waitFor();
    const moved = await project.read<{ folder: number | null }[]>('/files?fields=folder&filter[folder][nnull]=1');
    expect(moved).toHaveLength(1);
  });
});
