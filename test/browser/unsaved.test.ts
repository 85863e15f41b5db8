import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { uploadTo } from '../support/file-samples.ts';
import { onStudio } from '../support/studio.ts';

onStudio('what is typed outside of items', ({ visit, project, picture }) => {
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
  };

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
