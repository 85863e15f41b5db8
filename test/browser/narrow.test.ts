import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { jpeg, uploadTo } from '../support/file-samples.ts';
import { onStudio } from '../support/studio.ts';

const LONG = 'Everything that anybody could want to know of the harbour in winter';
const PAGES = [
  ['/people', '/people/invitations', '/people/keys', '/people/users/1', '/people/roles/2', '/people/roles/3'],
  ['/model', '/model/articles', '/model?view=changes', '/jobs', '/jobs/1', '/jobs/import', '/activity'],
  ['/settings', '/settings/files', '/settings/mail', '/settings/access', '/settings/limits', '/settings/records'],
  ['/settings/backups', '/settings/others', '/developer', '/developer/webhooks', '/developer/webhooks/1'],
  ['/developer/failures', '/developer/graphql', '/developer/extensions', '/developer/types'],
];

/** A phone and a tablet. Of Studio's languages, French has the longest words. */
const WINDOWS = [
  [390, 'en-GB'],
  [768, 'fr-FR'],
] as const;

onStudio('pages for developers, in narrow windows', ({ visit, project }) => {
  beforeAll(async () => {
    await uploadTo(project, `${LONG}.jpg`.replaceAll(' ', '-'), await jpeg(80));
    await project.write('POST', '/roles', { name: LONG });
    const email = `${LONG.slice(0, 60).replaceAll(' ', '-')}@example.com`;
    const person = {
      first_name: LONG.slice(0, 50),
      last_name: LONG.slice(0, 50),
      email,
      password: 'Quiet-Secret-1',
      status: 'active',
    };
    await project.write('POST', '/users', { ...person, role: 3 });
    await project.write('POST', '/users/invite', { email: ['later@example.com'], role: 3 });
    await project.write('POST', '/users/1/keys', { name: LONG });
    await project.write('PATCH', '/items/articles/1', { title: LONG });
    const called = { collection: 'articles', directus_action: 'item.create:after', status: 'active' };
    await project.write('POST', '/webhooks', {
      ...called,
      http_action: 'post',
      url: `https://example.com/${LONG.replaceAll(' ', '/')}`,
    });
    await project.write('POST', '/jobs', { kind: 'thumbnails' });
    await project.ask('GET', `/items/nothing?filter[${LONG.replaceAll(' ', '_')}]=1`);
  });

  it('show which page of their section is open', async () => {
    const page = await visit('/settings/others', { width: 390 });
    const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current]');
    await expect.poll(async () => (await current.boundingBox())?.x).toBeLessThan(320);
  });

  it('show which of the own pages is open', async () => {
    const page = await visit('/me/keys', { width: 320 });
    const current = page.getByRole('main').locator('[aria-current]');
    const end = async () => {
      const { x = 0, width = 0 } = (await current.boundingBox()) ?? {};
      return x + width;
    };
    await expect.poll(end).toBeLessThanOrEqual(320);
  });

  it.each([
    ['/content/articles', '[role=row]:nth-child(2)'],
    ['/files', '[data-file]'],
  ])('have room for an item at four times the size: %s', async (path, item) => {
    const page = await visit(path, { width: 320, height: 256 });
    const first = page.locator(item).first();
    await first.scrollIntoViewIfNeeded();
    const list = page.locator('.table, .body, .box').first();
    await list.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    expect((await list.boundingBox())?.height).toBeGreaterThan(100);
  });

  it('show completely which role is open, after the numbers of its neighbours have arrived', async () => {
    const page = await visit('/people/roles/2', { width: 768 });
    await page.getByRole('heading', { name: 'Public' }).waitFor();
    const current = page.getByRole('navigation', { name: 'People' }).locator('[aria-current]');
    const end = async () => {
      const { x = 0, width = 0 } = (await current.boundingBox()) ?? {};
      return x + width;
    };
    await page.getByRole('navigation', { name: 'People' }).getByText('1', { exact: true }).first().waitFor();
    await expect.poll(end).toBeLessThanOrEqual(768);
    const come = deferred();
    await page.route('**/users?**', async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(page.url().replace(/roles.*/, 'keys'));
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await expect.poll(end).toBeLessThanOrEqual(390);
    come.resolve();
    await page.getByRole('navigation', { name: 'People' }).getByText('1', { exact: true }).first().waitFor();
    await expect.poll(end).toBeLessThanOrEqual(390);
  });

  it('ask with buttons that fit into the dialog', async () => {
    const page = await visit('/content/authors/2', { width: 390 });
    await page.getByLabel('City').fill('Leith');
    await page.getByRole('link', { name: 'Authors' }).first().click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    const left = async (part: Locator) => (await part.boundingBox())?.x ?? 0;
    const discard = question.getByRole('button', { name: 'Discard' });
    expect(await left(discard)).toBeGreaterThan(await left(question));
  });

  it('show completely what an empty setting means', async () => {
    await project.write('PATCH', '/users/1', { locale: 'fr-FR' });
    const page = await visit('/settings/files', { width: 390, locale: 'fr-FR' });
    const input = page.getByPlaceholder('les navigateurs redemandent à chaque fois');
    await input.waitFor();
    const cut = await input.evaluate((element) => {
      const field = element as HTMLInputElement;
      field.value = field.placeholder;
      return field.scrollWidth - field.clientWidth;
    });
    expect(cut).toBeLessThanOrEqual(0);
    const { x = 0, width = 0 } = (await input.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(390 - 16);
    const wider = await page.locator('.sheet').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });

  it('have the button that makes an item beside the name of a list, and its layouts below', async () => {
    await project.write('PATCH', '/users/1', { locale: 'en-US' });
    const page = await visit('/content/authors', { width: 390 });
    const box = async (part: ReturnType<typeof page.getByRole>) => {
      const found = await part.boundingBox();
      if (!found) throw new Error('it is not shown');
      return found;
    };
    const head = await box(page.getByRole('heading', { level: 1 }));
    const make = await box(page.getByRole('button', { name: /^New / }));
    const layouts = await box(page.getByRole('group', { name: 'Layout' }));
    const share = await box(page.getByRole('button', { name: 'Export' }));
    expect(make.x + make.width).toBe(390 - 16);
    expect(Math.abs(make.y + make.height / 2 - head.y - head.height / 2)).toBeLessThan(2);
    expect(layouts.y).toBeGreaterThanOrEqual(make.y + make.height);
    expect(share.y).toBe(layouts.y);
  });

  it('have a home page that is no wider than the window, however long names, notes and statuses are', async () => {
    const word = LONG.replaceAll(' ', '-');
    const statuses = { open: { name: word, text_color: 'white', background_color: 'red' } };
    const status = {
      type: 'status',
      datatype: 'VARCHAR',
      length: 20,
      interface: 'status',
      options: { status_mapping: statuses },
    };
    await project.write('POST', '/collections', {
      collection: 'harbours',
      note: `https://example.com/${word}`,
      translation: [{ locale: 'en-US', translation: word }],
      fields: [
        { field: 'id', type: 'integer', datatype: 'INT', length: 10, primary_key: true, auto_increment: true },
        { field: 'status', ...status },
      ],
    });
    await project.write('PATCH', '/users/1', { locale: 'en-US' });
    await project.write('POST', '/items/harbours', { status: 'open' });
    const page = await visit('', { width: 390 });
    await page.getByText(word, { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const widest = await page.locator('.home').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(widest).toBeLessThanOrEqual(0);
  });

  it('have a list of collections that is complete in the narrowest windows', async () => {
    await project.write('PATCH', '/users/1', { locale: 'fr-FR' });
    const page = await visit('/model', { width: 320, locale: 'fr-FR' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const parts = page.locator('.sheet').locator('button, .fields');
    await parts.last().waitFor();
    const ends = await parts.evaluateAll((all) => all.map((each) => Math.ceil(each.getBoundingClientRect().right)));
    expect(Math.max(...ends)).toBeLessThanOrEqual(320 - 16);
    await project.write('PATCH', '/users/1', { locale: 'en-US' });
  });

  it('say in the middle that there is no such page', async () => {
    await project.write('PATCH', '/users/1', { locale: 'en-US' });
    const page = await visit('/nothing-of-this-name', { width: 1280 });
    const title = page.getByRole('heading', { name: 'Page not found' });
    await title.waitFor();
    expect((await title.boundingBox())?.x).toBeGreaterThan(300);
  });

  const visits = WINDOWS.flatMap(([width, locale]) => PAGES.map((paths) => [width, locale, paths] as const));
  it.each(visits)('are no wider than %d pixels in %s, however long names are: %s', async (width, locale, paths) => {
    await project.write('PATCH', '/users/1', { locale });
    const page = await visit('/', { width, locale });
    const home = page.url();
    for (const path of paths) {
      await page.goto(home.replace(/\/$/, '') + path);
      await page.getByRole('heading', { level: 1 }).or(page.getByRole('searchbox')).first().waitFor();
      await page.waitForLoadState('networkidle');
      const wide = () =>
        page
          .locator('html, .open, main')
          .evaluateAll((elements) =>
            (elements as HTMLElement[])
              .filter((each) => each.scrollWidth > each.clientWidth + 1)
              .map(({ className, scrollWidth }) => `${className} ${scrollWidth}`),
          );
      await expect.poll(wide, { message: path }).toEqual([]);
    }
  });
});
