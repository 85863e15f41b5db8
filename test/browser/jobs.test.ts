import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { imported } from '../support/imports.ts';
import { studioOnEveryEngine } from '../support/studio.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

/** Chooses a file on the page of imports. */
async function choose(page: Page, content: string, name = 'articles.csv'): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[data-import]').setInputFiles(file);
  await page.getByRole('heading', { name: 'What would become of the first rows' }).waitFor();
}

studioOnEveryEngine('jobs', ({ visit, project, picture, accessibilityFaults, once }) => {
  const titled = (start: string): Promise<{ title: string; author: { name: string } | null }[]> =>
    project.read(
      `/items/articles?limit=-1&status=*&fields=title,author.name&sort=title&filter[title][rlike]=${start}%25`,
    );

  it('a file is dropped, its columns are recognised, a problem is shown at its cell, and the rows are imported', async () => {
    const [someone] = await project.read<{ name: string }[]>('/items/authors?limit=1&fields=name');
    const page = await visit('/jobs/import?collection=articles');
    const content = `Title;Minutes;Author;Remark\n${HOSTILE};3;${someone?.name};x\nimp b;many;${someone?.name};y\nimp c;5;Nobody Known;z\n`;
    await choose(page, content);
    expect(await page.getByLabel('Field for Title').inputValue()).toBe('title');
    expect(await page.getByLabel('Field for Author').inputValue()).toBe('author.name');
    expect(await page.getByLabel('Field for Remark').inputValue()).toBe('');
    await page.getByText('2 of the first 3 rows would be refused.').waitFor();
    const wrong = page.locator('td.wrong');
    expect(await wrong.count()).toBe(2);
    expect(await wrong.first().textContent()).toContain('many');
    await page.getByLabel('Create what is missing').check();
    await page.getByText('1 of the first 3 rows would be refused.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'import-wide-light');
    await page.getByRole('button', { name: 'Start the import' }).click();
    await page.getByRole('heading', { name: 'Import into Articles' }).waitFor();
    await page.getByText('Done', { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: '1 was left out' }).waitFor();
    await page.getByText('row 3').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'job-light');
    expect(await titled('imp')).toEqual([{ title: 'imp c', author: { name: 'Nobody Known' } }]);
    expect(
      await project.read(`/items/articles?status=*&filter[title][eq]=${encodeURIComponent(HOSTILE)}`),
    ).toHaveLength(1);
  });

  it('refused rows can be downloaded with their columns and the reasons', async () => {
    const { id } = await imported(project, 'title,minutes\nleft 1,none\n', { collection: 'articles' });
    const page = await visit(`/jobs/${id}`, { theme: 'dark', width: 390 });
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download them as CSV' }).click();
    const path = await (await download).path();
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(path, 'utf8')).toContain(
      'title,minutes,refused_row,refused_column,refused_code,refused_message\r\nleft 1,none,2,minutes',
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'job-narrow-dark');
  });

  it('items are updated by a key, and others created', async () => {
    await project.write('POST', '/items/articles', { title: 'ups 1', minutes: 1 });
    const page = await visit('/jobs/import?collection=articles', { theme: 'dark' });
    await choose(page, 'title,minutes\nups 1,11\nups 2,22\n');
    await page.getByLabel('Rows', { exact: true }).selectOption('upsert');
    await page.getByLabel('Found by').selectOption('title');
    await page.getByRole('cell', { name: /^Update/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'import-wide-dark');
    await page.getByRole('button', { name: 'Start the import' }).click();
    await page.getByText('1 updated').waitFor();
    expect(await titled('ups')).toHaveLength(2);
  });

  once('the menu of the list leads to an import, and an unusable file is explained', async () => {
    const page = await visit('/content/articles', { width: 390 });
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    await page.getByText('Drop a file here').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'import-empty-narrow');
    const file = { name: 'x.csv.gz', mimeType: 'application/gzip', buffer: Buffer.from([0x1f, 0x8b, 8, 0, 0]) };
    await page.locator('input[data-import]').setInputFiles(file);
    await page.getByRole('alert').getByText('unpack it first').waitFor();
  });

  once('a file is sent with its progress, and forgotten when another collection is chosen meanwhile', async () => {
    const page = await visit('/jobs/import?collection=articles');
    const sending = page.waitForRequest('**/jobs/uploads?*');
    await page.route('**/jobs/uploads?*', () => undefined);
    const file = { name: 'sent.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nsent\n') };
    await page.locator('input[data-import]').setInputFiles(file);
    expect(new URL((await sending).url()).search).toBe('?collection=articles');
    await page.getByText(/^Sending/).waitFor();
    await page.getByLabel('Into').selectOption({ label: 'Authors' });
    await page.getByText(/^Sending/).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unrouteAll();
    await choose(page, 'name\nsent\n');
  });

  once('jobs are listed with their states, and each has a page', async () => {
    const page = await visit('/jobs', { theme: 'dark' });
    await page
      .getByRole('link', { name: /Import into Articles/ })
      .first()
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'jobs-dark');
    await page.getByRole('link', { name: 'Failed' }).click();
    await page.getByText('No jobs yet').waitFor();
    await picture(page, 'jobs-empty-dark');
  });

  it('an import that stops says why, and that earlier rows stay', async () => {
    const { id } = await imported(project, 'title,minutes\nstop 1,1\nstop 2,x\n', {
      collection: 'articles',
      on_refusal: 'stop',
    });
    const page = await visit(`/jobs/${id}`);
    await page.getByRole('alert').getByText('Row 3 was refused').waitFor();
    await page.getByText('What was done stays: 1 item.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  once('the page of a job says that the server does not answer, before it has read the job', async () => {
    const { id: job } = await project.write<{ id: number }>('POST', '/jobs', { kind: 'thumbnails' });
    const page = await visit('/jobs');
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    const address = new RegExp(`/${project.key}/jobs/${job}`);
    await page.route(address, (route) => (isPage(route.request().url()) ? route.continue() : route.abort()));
    await page.goto(`${page.url()}/${job}`);
    await page.getByText('The server does not answer').waitFor();
    await picture(page, 'job-away');
    await page.unroute(address);
    await page.getByRole('heading', { level: 1, name: /humbnails/ }).waitFor();
    expect(await page.getByText('The server does not answer').count()).toBe(0);
  });
});

const isPage = (url: string): boolean => url.includes('/studio/');
