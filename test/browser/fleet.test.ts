import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { dialectOf } from '../../src/dialects/registry.ts';
import { deleteProject } from '../../src/projects/delete.ts';
import { tableFrom } from '../../src/schema/table-source.ts';
import { deferred } from '../support/deferred.ts';
import { SUPER_ADMIN_TOKEN } from '../support/running.ts';
import { studioOnEveryEngine } from '../support/studio.ts';

const HOSTILE = '"><img src=x onerror=alert(1)>';
const OLD = [
  'CREATE TABLE authors (id INTEGER PRIMARY KEY, name VARCHAR(40))',
  'CREATE TABLE books (id INTEGER PRIMARY KEY, title VARCHAR(40), author INTEGER REFERENCES authors (id))',
  "INSERT INTO authors VALUES (1, 'Ada')",
];
const SERVER = [
  ['Host', 'db_host'],
  ['Port', 'db_port'],
  ['Account', 'db_user'],
  ['Password', 'db_password'],
] as const;

studioOnEveryEngine('the pages of the server', (studio) => {
  const { visit, server, project, database, engine, picture, accessibilityFaults, once } = studio;
  type Visitor = Parameters<typeof visit>[1];

  /** Opens the pages about all projects, and enters the token. */
  async function enter(path = '', visitor: Visitor = {}): Promise<Page> {
    const page = await visit(path, { ...visitor, project: 'server', as: null });
    await page.locator('input[type=password]').fill(SUPER_ADMIN_TOKEN);
    await page.locator('button[type=submit]').click();
    await page.locator('.fleet h1').first().waitFor();
    return page;
  }

  /** The name of a database that no other run of these tests uses. */
  const nameOf = (key: string): string => `${project.key}_${key}`;

  /** Fills in the database: one on the engine of the group. */
  async function fillDatabase(page: Page, key: string): Promise<void> {
    await page.getByLabel('Engine').selectOption(engine);
    await page.getByLabel('Database', { exact: true }).fill(nameOf(key));
    if (engine === 'sqlite') return;
    for (const [label, value] of SERVER) await page.getByLabel(label, { exact: true }).fill(String(database[value]));
  }

  async function make(page: Page, key: string): Promise<void> {
    await page.getByRole('link', { name: 'New project' }).click();
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.getByLabel('E-mail of the first administrator').fill('first@example.com');
    await page.getByLabel('Password of the first administrator').fill('Quiet-Secret-1');
    if (engine !== 'sqlite') {
      await page.getByText('The rest has defaults').click();
      await fillDatabase(page, key);
    }
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: `${key} is ready.` }).waitFor();
  }

  once('a wrong token is refused, the right one shows all projects, and a reload forgets it', async () => {
    const page = await visit('', { project: 'server', as: null });
    await page.getByLabel('Super admin token', { exact: true }).fill('not the right token');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This is not the super admin token of this server.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-door-light');
    await page.getByLabel('Super admin token', { exact: true }).fill(SUPER_ADMIN_TOKEN);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: new RegExp(project.key) });
    await row.getByText('Running').waitFor();
    expect(await row.getByText('SQLite').count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-list-light');
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    );
    expect(kept).not.toContain(SUPER_ADMIN_TOKEN);
    await page.reload();
    await page.getByLabel('Super admin token', { exact: true }).waitFor();
  });

  afterAll(async () => {
    for (const { project: key } of server.app.registry.configs())
      if (key !== project.key) await deleteProject(server.app.registry, key);
  });

  once('they can be found with ⌘K', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('manage this server');
    await page.keyboard.press('Enter');
    await page.getByLabel('Super admin token', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/studio/server');
  });

  it('a project is created with three fields, and its administrator signs in', async () => {
    const page = await enter();
    await make(page, 'library');
    const signedIn = await page.request.post(`${server.base}/library/auth/authenticate`, {
      data: { email: 'first@example.com', password: 'Quiet-Secret-1' },
    });
    expect(signedIn.status()).toBe(200);
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('row', { name: /library/ }).waitFor();
  });

  it('a project is suspended, resumed, removed once its key is typed, and kept after all', async () => {
    const page = await enter();
    await make(page, 'passing');
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Everybody who works in it is interrupted now.').waitFor();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('This project answers no requests').waitFor();
    expect((await page.request.get(`${server.base}/passing/`)).status()).toBe(503);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    expect((await page.request.get(`${server.base}/passing/`)).status()).toBe(200);
    await page.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    const remove = dialog.getByRole('button', { name: 'Remove' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel('Type passing to confirm').fill('passing');
    await dialog.getByText('Database, files and backups are removed').waitFor();
    await dialog.getByLabel('Keep its files').check();
    await dialog.getByLabel('Keep its backups').check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-removal-light');
    await remove.click();
    await page.getByText('This project is removed with all of its data on').waitFor();
    await page.getByText('Its backups stay.').waitFor();
    await picture(page, 'fleet-project-removed-light');
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
  });

  /** Creates a database that no project uses. */
  async function prepareDatabase(name: string): Promise<void> {
    const dialect = await dialectOf(engine);
    const { db_host: host, db_port: port, db_user: user, db_password: password } = database;
    const file = join(server.data, 'databases', `${name}.db`);
    const opened = await dialect.open({ file, name, host, port, user, password } as never);
    const hostile = dialect.ddl.create(
      tableFrom({ name: HOSTILE, columns: { a: { type: 'VARCHAR(9)' } }, uniqueTogether: [] }),
    );
    for (const text of [...OLD, ...hostile]) await opened.run({ text, parameters: [] });
    await opened.close();
  }

  it('a database is surveyed before it is adopted, and nothing in it is hidden or run', async () => {
    await prepareDatabase(nameOf('old'));
    const page = await enter();
    await page.getByRole('link', { name: 'Adopt a database' }).click();
    await fillDatabase(page, 'old');
    await page.getByRole('button', { name: 'See what is there' }).click();
    await page.getByText('There are no system tables').waitFor();
    await page.getByText('3 tables of your own. Rows in all: 1.').waitFor();
    await page.getByText(HOSTILE).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-survey-light');
    await page.getByLabel('Key', { exact: true }).fill('adopted');
    await page.getByLabel('E-mail of the first administrator').fill('first@example.com');
    await page.getByLabel('Password of the first administrator').fill('Quiet-Secret-1');
    await page.getByRole('button', { name: 'Adopt', exact: true }).click();
    await page.getByRole('heading', { name: 'adopted is a project now.' }).waitFor();
  });

  once('the survey of one database is not shown for another that was entered meanwhile', async () => {
    await prepareDatabase(nameOf('surveyed'));
    const page = await enter();
    const come = deferred();
    await page.route('**/survey', async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Adopt a database' }).click();
    await fillDatabase(page, 'surveyed');
    const answered = page.waitForResponse(/\/survey$/);
    const look = page.getByRole('button', { name: 'See what is there' });
    await look.click();
    await page.getByLabel('Database', { exact: true }).fill(nameOf('other'));
    come.resolve();
    await (await answered).finished();
    await expect.poll(() => look.isEnabled()).toBe(true);
    expect(await page.getByText('3 tables of your own.').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Adopt', exact: true }).count()).toBe(0);
  });

  it('a project is copied, and moved once its key is typed, with the progress in words', async () => {
    const page = await enter(`/project/${project.key}`);
    await page.getByRole('button', { name: 'Copy…' }).click();
    await page.getByLabel('Key of the copy').fill('twin');
    await page.getByLabel('Database', { exact: true }).fill(nameOf('twin'));
    await page.getByRole('button', { name: 'Start the copy' }).click();
    await page.getByText(`Copy of ${project.key} as twin, on SQLite`).waitFor();
    await page.getByText('Done', { exact: true }).waitFor();
    await page.goto('/studio/server/move/twin');
    await page.locator('input[type=password]').fill(SUPER_ADMIN_TOKEN);
    await page.locator('button[type=submit]').click();
    await fillDatabase(page, 'moved');
    expect(await page.getByRole('button', { name: 'Start the move' }).isDisabled()).toBe(true);
    await page.getByLabel('Type twin to confirm').fill('twin');
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-move-light');
    await page.getByRole('button', { name: 'Start the move' }).click();
    await page.getByText(`The old database is still there: SQLite · ${nameOf('twin')}`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-operations-light');
    expect((await page.request.get(`${server.base}/twin/`)).status()).toBe(200);
  });

  once('a project whose database is missing is marked, and the others are shown', async () => {
    const page = await enter();
    await make(page, 'lost');
    await server.app.registry.close('lost');
    for (const ending of ['', '-wal', '-shm'])
      rmSync(join(server.data, 'databases', `lost.db${ending}`), { force: true });
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('row', { name: /lost/ }).getByText('Database missing').waitFor();
    await page
      .getByRole('row', { name: new RegExp(project.key) })
      .first()
      .getByText('Running')
      .waitFor();
    await page.getByRole('row', { name: /lost/ }).getByRole('link').click();
    await page.getByText('Restore it from a backup, or remove the project.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-project-light');
  });

  once('narrow and dark windows in German show the same, and work with the keyboard', async () => {
    const page = await enter('', { width: 390, theme: 'dark', locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Projekte' }).waitFor();
    await page
      .getByRole('row', { name: new RegExp(project.key) })
      .first()
      .getByText('In Betrieb')
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-list-dark-narrow');
    await page.getByRole('link', { name: 'Neues Projekt' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Der Rest ist vorbelegt').click();
    await page.getByLabel('Datenbanksystem').selectOption('postgres');
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-new-dark-narrow');
    await page.getByRole('button', { name: 'Verlassen' }).click();
    await page.getByLabel('Super-Admin-Token', { exact: true }).waitFor();
  });

  once('the reason for a failed removal is shown, with names that are wider than the window', async () => {
    const page = await enter('', { width: 390 });
    const failure = {
      message: `The view "${'sales_by_month_'.repeat(5)}" depends on it`,
      retry_on: '2030-01-02T03:04:05Z',
    };
    await page.route(`**/server/fleet/${project.key}`, async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({
        json: { data: { ...data, suspended: { by: 'removal', since: failure.retry_on, failure } } },
      });
    });
    await page.locator(`a[href$="/project/${project.key}"]`).click();
    await page.getByText(failure.message).waitFor();
    const wide = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-removal-failed-390');
  });

  once('the health of the server is drawn, and available as a table', async () => {
    const page = await enter('/server');
    await page.locator('.plot canvas').nth(5).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'fleet-server-light');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('columnheader', { name: 'Requests per second' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    const dark = await enter('/server', { theme: 'dark', width: 2000 });
    await dark.locator('.plot canvas').nth(5).waitFor();
    expect(await accessibilityFaults(dark)).toEqual([]);
    await picture(dark, 'fleet-server-dark-wide');
  });
});
