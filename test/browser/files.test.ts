import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { deferred } from '../support/deferred.ts';
import { jpeg, uploadTo } from '../support/file-samples.ts';
import { onStudio } from '../support/studio.ts';

const HOSTILE = '"><img src=x onerror=alert(1)>.txt';
const SCRIPTED =
  '<svg xmlns="http://www.w3.org/2000/svg"><script>top.hacked = 1</script><circle r="40" cx="50" cy="50"/></svg>';
/** Files arrive, but the answers are lost. */
const LOSE = `{
  const { send } = XMLHttpRequest.prototype;
  window.isLosing = true;
  XMLHttpRequest.prototype.send = function (body) {
    if (window.isLosing) this.onload = this.onerror;
    send.call(this, body);
  };
}`;

onStudio('files in Studio', ({ visit, picture, project }) => {
  let harbour = 0;

  beforeAll(async () => {
    harbour = await uploadTo(project, 'harbour.jpg', await jpeg(80));
    await uploadTo(project, 'pier.jpg', await jpeg(160));
    await uploadTo(project, HOSTILE, 'Hello <b>world</b><script>top.hacked = 1</script>');
    await uploadTo(project, 'drawing.svg', SCRIPTED);
    await project.write('POST', '/fields/articles', {
      field: 'cover',
      type: 'file',
      datatype: 'INT',
      length: 10,
      interface: 'file',
    });
    await project.write('PATCH', '/items/articles/1', { cover: harbour });
  });

  const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> =>
    page.locator('input[data-upload]').setInputFiles(files);
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) });
  const tile = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });

  it('uploads chosen files, says why one is refused, and retries it on request', async () => {
    const page = await visit('/files');
    await page.getByRole('button', { name: 'Upload' }).waitFor();
    await page.route('**/files?*', (route) =>
      route.request().method() === 'POST' && route.request().postData()?.includes('too-much.txt')
        ? route.fulfill({ status: 413, json: { error: { code: 13, message: 'too large' } } })
        : route.continue(),
    );
    await choose(page, text('first-note.txt'), text('too-much.txt'));
    const queue = page.getByRole('region', { name: 'Uploads' });
    await queue.getByText('It is larger than this server accepts.').waitFor();
    await tile(page, 'First Note').waitFor();
    await picture(page, 'files-refused');
    await page.unroute('**/files?*');
    await queue.getByRole('button', { name: 'Upload too-much.txt again' }).click();
    await tile(page, 'Too Much').waitFor();
    await queue.getByText('2 files uploaded').waitFor();
  });

  it('stores a file once, although the answer was lost', async () => {
    const page = await visit('/files');
    await page.getByRole('button', { name: 'Upload' }).waitFor();
    await page.evaluate(LOSE);
    await choose(page, text('sent-once.txt'));
    const again = page.getByRole('button', { name: 'Upload sent-once.txt again' });
    await again.waitFor();
    await page.evaluate('window.isLosing = false');
    await again.click();
    await page.getByRole('region', { name: 'Uploads' }).getByText('1 file uploaded').waitFor();
    expect(await project.read('/files?filter[filename_download]=sent-once.txt&fields=id')).toHaveLength(1);
  });

  it('uploads dropped files into the open folder', async () => {
    const { id } = await project.write<{ id: number }>('POST', '/folders', { name: 'Dropped' });
    const page = await visit(`/files/${id}`);
    await page.getByText('This folder is empty').waitFor();
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['dropped'], 'dropped-note.txt', { type: 'text/plain' }));
      return transfer;
    });
    await page.dispatchEvent('.files', 'dragover', { dataTransfer: data });
    await page.getByText('Drop to upload').waitFor();
    await page.dispatchEvent('.files', 'drop', { dataTransfer: data });
    await tile(page, 'Dropped Note').waitFor();
    const inside = await project.read<unknown[]>(`/files?filter[folder]=${id}`);
    expect(inside).toHaveLength(1);
  });

  it('leaves the keys to what lies over the page: Escape closes a file, and letters do nothing below', async () => {
    const page = await visit('/files');
    const pier = tile(page, 'Pier').getByRole('button', { name: 'Pier', exact: true });
    await pier.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Pier' });
    await drawer.getByLabel('Title', { exact: true }).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/\/files$/);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await expect.poll(() => pier.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('←', { exact: true }).waitFor();
    expect(await keys.getByText(/arrow/).count()).toBe(0);
  });

  it('makes a folder, takes a file that is dragged to it, and gives it back', async () => {
    const page = await visit('/files');
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByLabel('Name of the folder').fill('Harbours');
    await page.keyboard.press('Enter');
    await page.getByText('This folder is empty').waitFor();
    await page.getByRole('link', { name: 'All files' }).click();
    await tile(page, 'Pier').dragTo(page.getByRole('link', { name: 'Harbours' }));
    await page.getByText('1 file moved to Harbours.').waitFor();
    await page.getByRole('link', { name: 'Harbours' }).click();
    await tile(page, 'Pier').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('This folder is empty').waitFor();
  });

  it("edits a file's attributes with the keyboard alone", async () => {
    const page = await visit(`/files?file=${harbour}`);
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('Harbour at dusk');
    await page.getByLabel('Tags').fill('sea, evening');
    await page.keyboard.press('Control+s');
    await page.getByText('“Harbour at dusk” saved.').waitFor();
    const stored = await project.read<{ title: string; tags: string[] }>(`/files/${harbour}`);
    expect(stored).toMatchObject({ title: 'Harbour at dusk', tags: ['sea', 'evening'] });
    await title.fill('Unsaved');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await title.inputValue()).toBe('Unsaved');
  });

  it("replaces a file's bytes, and keeps its id and its uses", async () => {
    const page = await visit(`/files?file=${harbour}`);
    await page.getByRole('link', { name: 'The Night Train to Trieste' }).waitFor();
    const before = await project.read<{ checksum: string; private_hash: string }>(`/files/${harbour}`);
    await page.locator('.panel input[type=file]').setInputFiles({
      name: 'other.jpg',
      mimeType: 'image/jpeg',
      buffer: await jpeg(240, 400, 300),
    });
    await page.getByText('has new content').waitFor();
    await page.getByText('400 × 300 pixels').waitFor();
    const after = await project.read<{ checksum: string; private_hash: string }>(`/files/${harbour}`);
    expect(after.private_hash).toBe(before.private_hash);
    expect(after.checksum).not.toBe(before.checksum);
  });

  it('crops a picture into a new file with the keyboard', async () => {
    const lighthouse = await uploadTo(project, 'lighthouse.jpg', await jpeg(240, 400, 300));
    const page = await visit(`/files?file=${lighthouse}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Crop…' }).click();
    await page.getByLabel('Ratio').selectOption('square');
    await page.getByText('300 × 300').waitFor();
    await page.getByRole('group', { name: 'Frame' }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('292 × 292').waitFor();
    await page.getByRole('button', { name: 'Save as a new file' }).click();
    await page.getByText('Saved as a new file.').waitFor();
    const [newest] = await project.read<{ width: number; height: number }[]>('/files?sort=-id&limit=1');
    expect(newest).toMatchObject({ width: 292, height: 292 });
  });

  it('keeps a frame that was chosen before the picture arrived', async () => {
    const id = await uploadTo(project, 'harbour.jpg', await jpeg(200, 400, 300));
    const page = await visit(`/files?file=${id}`);
    const come = deferred();
    await page.getByRole('button', { name: 'More' }).click();
    await page.route(/\/assets\/\w+\?version=/, async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.getByRole('menuitem', { name: 'Crop…' }).click();
    await page.getByLabel('Ratio').selectOption('square');
    await page.getByRole('group', { name: 'Frame' }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('292 × 292').waitFor();
    await page.getByRole('button', { name: 'Save as a new file' }).click();
    come.resolve();
    await page.getByText('Saved as a new file.').waitFor();
    expect(await project.read('/files?sort=-id&limit=1&fields=width,height')).toEqual([{ width: 292, height: 292 }]);
  });

  it('deletes several files after saying where they are used', async () => {
    const one = await uploadTo(project, 'old-one.txt', 'one');
    await uploadTo(project, 'old-two.txt', 'two');
    await project.write('PATCH', '/items/articles/2', { cover: one });
    const page = await visit('/files?q=old');
    await page.getByRole('checkbox', { name: 'Choose Old One' }).check();
    await page.getByRole('checkbox', { name: 'Choose Old Two' }).check();
    await page.getByRole('region', { name: '2 chosen' }).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 files?' });
    await question.getByText('Used in 1 place').waitFor();
    await picture(page, 'files-delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No file matches').waitFor();
    expect(await project.read('/files?q=old')).toEqual([]);
  });

  it('downloads the requested file', async () => {
    const page = await visit('/files?q=pier');
    await page.getByRole('checkbox', { name: 'Choose Pier' }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('pier.jpg');
    expect((await readFile(await download.path())).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it.each(['light', 'dark'] as const)('can be used by everybody, %s, wide and narrow', async (theme) => {
    const page = await visit('/files', { theme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(page.url().replace(/\?.*/, ''));
      await page.locator('[data-file]').first().waitFor();
      await picture(page, `files-${theme}-${width}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'As a list' }).click();
      await picture(page, `files-list-${theme}-${width}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'As a grid' }).click();
      await page.goto(`${page.url()}?file=${harbour}`);
      await page.getByRole('link', { name: 'The Night Train to Trieste' }).waitFor();
      await picture(page, `file-${theme}-${width}`);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });
});
