import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { studioOnEveryEngine } from '../support/studio.ts';
import { tryToLeave } from '../support/trying-to-leave.ts';

const HOSTILE = '<img src=x onerror="top.hacked = 1">';

studioOnEveryEngine('the developer room', ({ visit, project, server, picture, prepare, accessibilityFaults, once }) => {
  let receiver: Receiver;
  prepare(async () => {
    receiver = await startReceiver();
    return { server: { allowHosts: [receiver.host], watchExtensions: true } };
  });
  beforeAll(async () => {
    await project.write('PATCH', '/items/articles/1', { title: HOSTILE });
  });
  afterAll(() => receiver.stop());

  const title = async (id: number): Promise<string> =>
    (await project.read<{ title: string }>(`/items/articles/${id}?fields=title`)).title;

  it('finds a request, fills in a real item, sends it, and shows how the time was spent', async () => {
    const page = await visit('/developer');
    await page.getByText('Choose a request').waitFor();
    await picture(page, 'developer-empty');
    await page.getByRole('searchbox', { name: 'Search the API' }).fill('items/articles/{id} get');
    await page.getByRole('link', { name: 'Read one item, or several' }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Search the API' }).press('Enter');
    await page.getByRole('heading', { name: 'Read one item, or several' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^Use 1$/ }).click();
    await page.getByLabel('fields').fill('id,title');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    await answer.getByText('200', { exact: true }).waitFor();
    await answer.getByText('onerror').waitFor();
    await answer.getByText('work', { exact: true }).waitFor();
    expect(await page.evaluate('top.hacked')).toBeUndefined();
    await picture(page, 'developer-request');
    expect(await accessibilityFaults(page)).toEqual([]);
    const shared = page.url();
    expect(shared).toContain('p.id=1');
    await page.goto(shared);
    expect(await page.getByLabel('fields').inputValue()).toBe('id,title');
    expect(await page.getByRole('region', { name: 'Answer', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: '@octavo/client' }).click();
    await page.getByText("const data = await db.request('GET', '/items/articles/1'").waitFor();
  });

  once('shows an address in readable form, and copies it in encoded form', async () => {
    const filter = '{"title":{"contains":"Zug & Fähre"}}';
    const page = await visit(`/developer?method=GET&path=/items/articles&p.filter=${encodeURIComponent(filter)}`);
    const address = page.locator('.address code');
    const path = `/${project.key}/items/articles?filter=`;
    await expect.poll(() => address.textContent()).toBe(path + filter.replace('&', '%26'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await address.click({ clickCount: 3 });
    await page.keyboard.press('ControlOrMeta+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(path + encodeURIComponent(filter).replaceAll('%3A', ':'));
    await picture(page, 'developer-address');
  });

  once('sends a file as part of a form, and includes it in copied code', async () => {
    const page = await visit('/developer?method=POST&path=/files');
    await page.getByRole('heading', { name: 'Upload a file' }).waitFor();
    await page.getByRole('button', { name: 'Choose a file…' }).waitFor();
    const file = { name: 'first "note".txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') };
    await page.locator('input[data-part]').setInputFiles([file]);
    await page.getByLabel('title', { exact: true }).fill('Noted');
    await page.getByLabel('title', { exact: true }).press('Tab');
    await page.getByText('--form-string').waitFor();
    await picture(page, 'developer-upload');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    const question = page.getByRole('dialog', { name: 'Send this request?' });
    await question.getByText('data: first "note".txt').waitFor();
    await question.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Answer', exact: true }).getByText('200', { exact: true }).waitFor();
    expect(await project.read('/files?filter[title]=Noted&fields=title,filesize')).toEqual([
      { title: 'Noted', filesize: 7 },
    ]);
  });

  once('opens a shared change without sending it, and asks before sending', async () => {
    const body = encodeURIComponent(JSON.stringify({ title: 'By a link' }));
    const page = await visit(`/developer?method=PATCH&path=/items/articles/{id}&p.id=2&body=${body}`, {
      theme: 'dark',
    });
    const before = await title(2);
    await page.getByLabel('title', { exact: true }).waitFor();
    expect(await page.getByLabel('title', { exact: true }).inputValue()).toBe('By a link');
    await page.getByLabel('minutes', { exact: true }).fill('7');
    await page.getByLabel('minutes', { exact: true }).press('Tab');
    await page.getByText('"minutes":7').first().waitFor();
    await page.keyboard.press('Control+Enter');
    const question = page.getByRole('dialog', { name: 'Send this request?' });
    await question.getByText('"title": "By a link"').waitFor();
    await picture(page, 'developer-ask-dark');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await title(2)).toBe(before);
    await page.getByRole('button', { name: 'Send' }).click();
    await question.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Answer', exact: true }).getByText('200', { exact: true }).waitFor();
    expect(await title(2)).toBe('By a link');
  });

  it('creates a webhook, tests it, follows its calls and repeats one', async () => {
    receiver.texts.set('/hook', 'thanks');
    const page = await visit('/developer/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByLabel('Address').fill(`http://${receiver.host}/hook`);
    await form.getByLabel('Collection').selectOption('Tags');
    await form.getByLabel('Call it from now on').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'When an item of Tags is created' }).waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText(/The receiver answered 200 after/).waitFor();
    await page.getByText('thanks').waitFor();
    await project.write('POST', '/items/tags', { name: HOSTILE });
    const call = page.getByRole('button', { name: /^Done/ });
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return call.count();
      })
      .toBe(1);
    await picture(page, 'developer-webhook');
    await call.click();
    const drawer = page.getByRole('dialog', { name: /^Call / });
    await drawer.getByText('onerror').waitFor();
    await drawer.getByText('thanks').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Repeat' }).click();
    await page.getByText('It is called again.').waitFor();
    await expect.poll(() => receiver.received.filter(({ path }) => path === '/hook').length).toBe(3);
    expect(await page.evaluate('top.hacked')).toBeUndefined();
  });

  it('replaces the signing secret, and shows it only once', async () => {
    const page = await visit('/developer/webhooks', { width: 390, height: 800 });
    await page.getByRole('button', { name: 'Replace the secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
    const shown = page.getByRole('dialog', { name: 'The new secret' });
    await shown.getByText(/^[\w-]{43}$/).waitFor();
    await shown.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Calls are signed with a secret that is in use since').waitFor();
    await page.getByText('The former secret signs too until').waitFor();
    await picture(page, 'developer-webhooks-narrow');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  once('shows the new signing secret even if the user tries to leave before it arrives', async () => {
    const page = await visit('/developer/webhooks');
    const [asked, answered] = [deferred(), deferred()];
    await page.route('**/webhooks/secret/rotate', async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Replace the secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Replace the secret' }).click();
    await asked.promise;
    await tryToLeave(page);
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    answered.resolve();
    await dialog.getByText(/^[\w-]{43}$/).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  once('lists what failed, with the caller, and without secrets', async () => {
    await project.ask('GET', '/items/articles/9999');
    await project.ask('GET', '/items/articles?access_token=secret-of-somebody', undefined, null);
    const page = await visit('/developer/failures');
    await page.getByText('/items/articles/9999').click();
    await page.getByText('Who', { exact: true }).first().waitFor();
    expect(await page.getByText('secret-of-somebody').count()).toBe(0);
    await picture(page, 'developer-failures');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Which requests').selectOption('Broken (5xx)');
    await page.getByText('Nothing has failed').waitFor();
  });

  once('runs GraphQL, completes names of the schema, and asks before a mutation', async () => {
    // Typing over coloured text keeps its colour because the browser tries to set a style, which the policy refuses.
    const page = await visit('/developer/graphql', { refusals: true });
    await page.getByRole('button', { name: 'Run' }).click();
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    await answer.getByText('200', { exact: true }).waitFor();
    const area = page.getByRole('textbox', { name: 'GraphQL document' });
    await area.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('mutation { create_ta');
    await page
      .getByRole('option', { name: /create_tags/ })
      .first()
      .waitFor();
    await picture(page, 'developer-graphql');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('mutation { create_tags(data: {name: "By GraphQL"}) { id } }');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('dialog', { name: 'Run this mutation?' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await project.read<unknown[]>('/items/tags?filter[name][eq]=By GraphQL')).toEqual([]);
  });

  once('lists extensions with their failures, and types by role', async () => {
    const folder = join(server.data, 'extensions/projects', project.key, 'hooks');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'broken.mjs'), 'export const nothing = 1;');
    writeFileSync(join(folder, 'slugs.mjs'), `export const filters = { 'item.create.tags:before': (data) => data };`);
    const page = await visit('/developer/extensions', { theme: 'dark' });
    await page.getByText('item.create.tags:before').waitFor();
    await page.getByText(/Not in use: exports neither/).waitFor();
    await picture(page, 'developer-extensions-dark');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Types' }).click();
    await page
      .getByText(/export interface|interface Schema|declare/)
      .first()
      .waitFor();
    await page.getByText(/octavo types --url/).waitFor();
    await picture(page, 'developer-types-dark');
    expect(await accessibilityFaults(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe(`${project.key}.d.ts`);
  });

  once('is for administrators only', async () => {
    const ines = { email: 'ines@example.com', password: 'Ines-Secret-1' };
    const role = await project.write<{ id: number }>('POST', '/roles', { name: 'Readers' });
    const user = { ...ines, role: role.id, status: 'active', first_name: 'Ines', last_name: 'Marques' };
    await project.write('POST', '/users', user);
    await project.write('POST', '/permissions', { role: role.id, collection: 'articles', read: 'full' });
    const page = await visit('/content/articles', { as: ines });
    await page.getByRole('link', { name: 'Jobs' }).waitFor();
    expect(await page.getByRole('link', { name: 'Developer' }).count()).toBe(0);
  });
});
