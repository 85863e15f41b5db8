import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { jpeg, uploadTo } from '../support/file-samples.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import type { TestProject } from '../support/project.ts';
import { addPerson, PEOPLE } from '../support/signing-in.ts';
import { type StubProvider, startStubProvider } from '../support/sso/stub-provider.ts';
import { onStudio, studioOnEveryEngine } from '../support/studio.ts';

interface SettingRow {
  readonly id: number;
  readonly key: string;
  readonly value: unknown;
}

/** A backup that takes a while. */
const UNDER_WAY = {
  ...{ id: 1, kind: 'backup', state: 'running', user: 1, input: {}, comment: null, result: null, error: null },
  progress: { done: 61_204, total: 184_000, refused: 0 },
  ...{ created_on: '2026-01-02 03:04:05', started_on: '2026-01-02 03:04:05', updated_on: '2026-01-02 03:04:09' },
  ended_on: null,
};

/** A backup that was not made. */
const FAILED = {
  ...{ ...UNDER_WAY, id: 2, state: 'failed', ended_on: '2026-01-02 03:04:05' },
  error: { code: null, message: 'There is no room left.' },
};

async function storedIn(project: TestProject): Promise<Record<string, unknown>> {
  const rows = await project.read<SettingRow[]>('/settings?limit=-1');
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

onStudio('the settings of a project', ({ visit, server, project, picture, prepare }) => {
  let mails: MailServer;
  let provider: StubProvider;
  prepare(async () => {
    mails = await startMailServer();
    provider = await startStubProvider();
    const acme = { client_id: 'octavo', client_secret: 'a-secret-that-is-long-enough', issuer: provider.base };
    return {
      server: { allowHosts: ['127.0.0.1'] },
      project: { mail: mails.config, mail_from: 'desk@example.com', auth: { social_providers: { acme } } },
    };
  });
  afterAll(() => Promise.all([mails.stop(), provider.stop()]));

  const stored = () => storedIn(project);

  it('change name and colour, which is visible at once, with one request that can be undone', async () => {
    const page = await visit('/settings');
    const name = page.getByLabel('Name', { exact: true });
    const before = await name.inputValue();
    await name.fill('The <Harbour> Review');
    await page.getByLabel('Colour', { exact: true }).fill('#1f5f5b');
    const accent = (): Promise<string> =>
      page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()`);
    await expect.poll(accent).toBe('#1f5f5b');
    await page.getByText('2 changes are not saved.').waitFor();
    await picture(page, 'settings-general');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.keyboard.press('Control+s');
    await page.getByText('2 settings are saved.').waitFor();
    expect(requests).toEqual([`PATCH /${project.key}/settings`]);
    expect(await stored()).toMatchObject({ project_name: 'The <Harbour> Review', project_color: '#1f5f5b' });
    await page.getByRole('link', { name: 'The <Harbour> Review' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Everything is as it was before.').waitFor();
    expect(await stored()).toMatchObject({ project_name: before });
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(before);
  });

  it('keep typed text while another page is visited, and refuse invalid values', async () => {
    const page = await visit('/settings/limits');
    await page.getByLabel('Most items of a list').fill('many');
    await page.getByText('Enter a whole number from 1, or nothing.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: /^Limits/ }).click();
    expect(await page.getByLabel('Most items of a list').inputValue()).toBe('many');
    await page.getByLabel('Most items of a list').fill('500');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The setting is saved.').waitFor();
    expect(await stored()).toMatchObject({ octavo_max_limit: '500' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Everything is as it was before.').waitFor();
    expect(await stored()).not.toHaveProperty('octavo_max_limit');
  });

  it('show sizes of images with a picture of the project, and change them', async () => {
    await uploadTo(project, 'harbour.jpg', await jpeg(80));
    const page = await visit('/settings/files');
    const size = page.getByRole('group', { name: 'thumbnail' });
    await size.getByLabel('Width').fill('320');
    await size.getByLabel('Fit').selectOption('fill the box');
    await expect
      .poll(() => size.locator('img').evaluate((image) => getComputedStyle(image as Element).objectFit))
      .toBe('cover');
    await page.getByRole('button', { name: 'Add a size' }).click();
    await picture(page, 'settings-files');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('group', { name: 'size-2' }).getByLabel('Name').fill('hero');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The setting is saved.').waitFor();
    expect(JSON.parse(String((await stored()).asset_whitelist))).toEqual([
      { key: 'thumbnail', width: 320, height: 200, fit: 'crop', quality: 80 },
      { key: 'hero', width: 600, height: 400, fit: 'crop', quality: 80 },
    ]);
    const [file] = await project.read<{ private_hash: string }[]>('/files?fields=private_hash&sort=-id&limit=1');
    expect((await project.fetch('GET', `/assets/${file?.private_hash}?key=hero`)).status).toBe(200);
  });

  it('make the thumbnails of all images, and show the progress', async () => {
    await uploadTo(project, 'ahead.jpg', await jpeg(7));
    const page = await visit('/settings/files');
    await page.getByRole('button', { name: 'Make thumbnails now' }).click();
    await page.getByRole('heading', { name: 'Thumbnails of images' }).waitFor();
    await page.getByText('thumbnails made').waitFor({ timeout: 30_000 });
    await picture(page, 'settings-thumbnails-job');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('make a backup, show its size, and download it', async () => {
    const page = await visit('/settings/backups');
    await page.getByText('There are no backups yet.').waitFor();
    await picture(page, 'settings-backups-none');
    await page.route(/\/jobs\?.*kind=backup/, (route) => route.fulfill({ json: { data: [UNDER_WAY, FAILED] } }));
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.getByText('There is no room left.').waitFor();
    await picture(page, 'settings-backups-running');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.unrouteAll();
    const link = page.getByRole('link', { name: 'Download' });
    await link.waitFor({ timeout: 30_000 });
    await picture(page, 'settings-backups');
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${project.key}-.*\\.octavo$`));
    expect(await download.failure()).toBeNull();
    expect(await accessibilityFaults(page)).toEqual([]);
    const narrow = await visit('/settings/backups', { theme: 'dark', width: 390 });
    await narrow.getByRole('link', { name: 'Download' }).waitFor();
    await picture(narrow, 'settings-backups-narrow');
    expect(await accessibilityFaults(narrow)).toEqual([]);
    await narrow.getByRole('list', { name: 'Backups' }).getByRole('link').first().click();
    await narrow.getByRole('link', { name: 'Download the backup' }).waitFor();
    await narrow.getByText(/^[\d.]+ kB$/).waitFor();
    await narrow
      .getByText('1 file', { exact: true })
      .or(narrow.getByText(/^\d+ files$/))
      .waitFor();
  });

  it('remove a backup after confirmation', async () => {
    const page = await visit('/settings/backups', { theme: 'dark', width: 390 });
    const remove = page.getByRole('list', { name: 'Backups' }).getByRole('button', { name: 'Remove' });
    await remove.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('is removed from the server for good').waitFor();
    await picture(page, 'settings-backups-removal');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There are no backups yet.').waitFor();
    await page.getByText('The backup is removed.').waitFor();
    expect(await project.read('/jobs?kind=backup')).toEqual([]);
    expect(readdirSync(join(server.data, 'backups', project.key))).toEqual([]);
  });

  it("send a test mail, and show the mail server's answer", async () => {
    const page = await visit('/settings/mail');
    await page.getByRole('button', { name: 'Send a test mail' }).click();
    await page.getByText('The mail server has accepted the mail for admin@example.com.').waitFor();
    expect(mails.received[0]?.mail.from?.address).toBe('desk@example.com');
    mails.refuse(550);
    await page.getByRole('button', { name: 'Send a test mail' }).click();
    await page.getByText('has refused the mail').waitFor();
    await page.getByText(/550/).waitFor();
    await picture(page, 'settings-mail');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('test a password policy with examples', async () => {
    const page = await visit('/settings/access', { theme: 'dark' });
    await page.getByLabel('Rules for passwords').selectOption('12 characters or more');
    await page.getByRole('listitem').filter({ hasText: 'saltroads' }).getByText('is refused').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'harbours' }).getByText('is accepted').waitFor();
    await page.getByLabel('Try a password that nobody uses').fill('<b>quiet</b>');
    await page.getByRole('listitem').filter({ hasText: '<b>quiet</b>' }).getByText('is accepted').waitFor();
    await picture(page, 'settings-access-dark');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The setting is saved.').waitFor();
    expect(await stored()).toMatchObject({ password_policy: '/^.{12,}$/' });
  });

  it('test a single sign-on provider, which says who would have signed in, and leaves the user signed in', async () => {
    await addPerson(project, 'erin');
    const { email } = PEOPLE.erin;
    provider.person = { sub: 'e-1', email, email_verified: true };
    const page = await visit('/settings/access');
    await page.getByRole('button', { name: 'Try Acme' }).click();
    await page.getByText('It works: this would have been').filter({ hasText: email }).waitFor();
    expect(page.url()).not.toContain('request_token');
    await picture(page, 'settings-sso');
    provider.person = { sub: 'z-1', email: 'zoe@example.com', email_verified: true };
    await page.getByRole('button', { name: 'Try Acme' }).click();
    await page.getByText('Nobody here has the address zoe@example.com').waitFor();
    const cookies = await page.evaluate<{ data: { email: string } }>(
      `fetch('/${project.key}/users/me').then((answer) => answer.json())`,
    );
    expect(cookies.data.email).toBe('admin@example.com');
  });

  it('of other programs are listed and left alone, and every section is accessible', async () => {
    await project.write('POST', '/settings', { key: 'shop_<b>currency</b>', value: '<script>EUR</script>' });
    const page = await visit('/settings/others', { width: 390 });
    await page
      .getByText(/settings?$/)
      .first()
      .click();
    await page.getByText('<script>EUR</script>').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const section of ['', '/files', '/mail', '/access', '/limits', '/records', '/strict']) {
      await page.goto(`/studio/${project.key}/settings${section}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await accessibilityFaults(page), section).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), section).toBeLessThanOrEqual(390);
      await picture(page, `settings${section.replace('/', '-')}-390`);
    }
  });

  it('are for administrators only', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Editors' });
    const person = { email: 'ed@example.com', password: 'Ed-Secret-1234', status: 'active', role };
    await project.write('POST', '/users', { ...person, first_name: 'Ed', last_name: 'Itor' });
    const page = await visit('/', { as: person });
    await page.getByRole('link', { name: 'You' }).waitFor();
    expect(await page.getByRole('link', { name: /^(Settings|Activity)$/ }).count()).toBe(0);
    const home = page.url().replace(/\/$/, '');
    for (const section of ['settings', 'settings/mail', 'activity', 'people', 'model', 'model/articles', 'developer']) {
      await page.goto(`${home}/${section}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await page.getByRole('main').getByRole('textbox').count(), section).toBe(0);
    }
  });
});

studioOnEveryEngine('settings that are written', ({ visit, project, picture, accessibilityFaults: faults }) => {
  const values = () => storedIn(project);

  it('count what retention would remove before anything is saved', async () => {
    for (const minutes of [1, 2, 3]) await project.write('PATCH', '/items/articles/1', { minutes });
    const page = await visit('/settings/records');
    await page.getByText('Everything is kept.').waitFor();
    await page.getByLabel('Versions of each item').fill('1');
    await page.getByText(/This would remove \d+ versions and 0 records of activity now\./).waitFor();
    await picture(page, 'settings-records');
    expect(await faults(page)).toEqual([]);
    expect(await values()).not.toHaveProperty('octavo_keep_revisions');
  });

  it('are read back by the API', async () => {
    const page = await visit('/settings');
    await page.getByLabel('Name', { exact: true }).fill('Harbour');
    await page.getByLabel('Colour', { exact: true }).fill('#1f5f5b');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 settings are saved.').waitFor();
    await page.getByRole('link', { name: 'Files and thumbnails' }).click();
    await page.getByRole('group', { name: 'thumbnail' }).getByLabel('Height').fill('240');
    await page.getByLabel('Turn photos upright').check();
    await page.getByRole('button', { name: 'Save' }).click();
    const changed = { project_name: 'Harbour', project_color: '#1f5f5b', upright_images: '1' };
    await expect.poll(values).toMatchObject(changed);
    const sizes: unknown = JSON.parse(String((await values()).asset_whitelist));
    expect(sizes).toMatchObject([{ key: 'thumbnail', width: 200, height: 240 }]);
  });
});
