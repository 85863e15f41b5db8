import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { uploadTo } from '../support/file-samples.ts';
import { onStudio } from '../support/studio.ts';

onStudio('unsaved input outside of items', ({ visit, project, picture }) => {
  const visitFiles = (page: Page): Promise<void> => page.getByRole('link', { name: 'Files', exact: true }).click();
  const ways = {
    'of a file': async () => {
      await uploadTo(project, 'quay.txt', 'A quay.');
      const page = await visit('/');
      await visitFiles(page);
      await page.getByRole('button', { name: 'Quay', exact: true }).click();
      return { page, field: page.getByRole('dialog').getByLabel('Location'), leave: () => page.goBack() };
    },
    'in the profile': async () => {
      const page = await visit('/me');
      return { page, field: page.getByLabel('Company'), leave: () => visitFiles(page) };
    },
    'of a user': async () => {
      const page = await visit('/people/users/1');
      return { page, field: page.getByLabel('Company'), leave: () => visitFiles(page) };
    },
    'of a new field': async () => {
      const page = await visit('/model/articles/+');
      await page.getByRole('button', { name: /^Text/ }).first().click();
      const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
      return { page, field, leave: () => page.goBack() };
    },
    'of a field': async () => {
      const page = await visit('/model/articles/summary');
      const field = page.getByRole('dialog').getByLabel('Note');
      return { page, field, leave: () => page.keyboard.press('Escape') };
    },
    'of a new collection': async () => {
      const page = await visit('/model?new=collection');
      const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
      return { page, field, leave: () => page.keyboard.press('Escape') };
    },
    'of a collection': async () => {
      const page = await visit('/model/articles?panel=settings');
      const field = page.getByRole('dialog').getByLabel('What it is for');
      return { page, field, leave: () => page.keyboard.press('Escape') };
    },
    'of a relation': async () => {
      const page = await visit('/model/articles/+?kind=link');
      const field = page
        .getByRole('dialog')
        .getByLabel(/^Field of/)
        .first();
      return { page, field, leave: () => page.keyboard.press('Escape') };
    },
  };

  it('of a file stays visible if reading the file again fails', async () => {
    await uploadTo(project, 'jetty.txt', 'A jetty.');
    const page = await visit('/files');
    await page.getByRole('button', { name: 'Jetty', exact: true }).click();
    const field = page.getByRole('dialog').getByLabel('Location');
    await field.fill('Typed');
    await page.waitForLoadState('networkidle');
    await page.route('**/files/*?*', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.evaluate(() => {
      const later = Date.now() + 60_000;
      Date.now = () => later;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await failed;
    // The client retries three times.
    await page.waitForTimeout(3000);
    expect(await field.inputValue()).toBe('Typed');
    await page.unroute('**/files/*?*');
  });

  it('is not asked about if nothing was typed', async () => {
    const page = await visit('/model/articles');
    for (const path of ['summary', '+?kind=text', '+?kind=link', '+?kind=translations', '?panel=settings']) {
      await page.goto(page.url().replace(/articles.*/, `articles/${path}`));
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('textbox').first().waitFor();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
    }
  });

  it.each(Object.entries(ways))('%s is not lost by leaving the page', async (name, open) => {
    const { page, field, leave } = await open();
    await field.fill('Typed');
    await leave();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    await picture(page, `unsaved ${name}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep writing' }).click();
    expect(await field.inputValue()).toBe('Typed');
    await leave();
    await question.getByRole('button', { name: 'Discard' }).click();
    await field.waitFor({ state: 'detached' });
    expect(await question.count()).toBe(0);
  });
});
