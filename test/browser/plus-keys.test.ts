import { beforeAll, expect, it } from 'vitest';
import { text } from '../support/fields.ts';
import { onStudio } from '../support/studio.ts';

onStudio('items whose keys are plus signs', ({ visit, project }) => {
  beforeAll(async () => {
    const key = text('mark', { primary_key: true, interface: 'primary-key' });
    const fields = [key, text('meaning', { interface: 'text-input' })];
    await project.write('POST', '/collections', { collection: 'marks', fields });
    await project.write('POST', '/items/marks', { mark: '+', meaning: 'Plus' });
    await project.write('POST', '/items/marks', { mark: '++', meaning: 'Increment' });
  });

  it('are opened by their links, and saved', async () => {
    const page = await visit('/content/marks');
    await page.getByRole('link', { name: 'Plus' }).click();
    await page.getByLabel('Meaning').fill('And');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Meaning').inputValue()).toBe('And');
    await page.goBack();
    await page.getByRole('link', { name: 'Increment' }).click();
    await expect.poll(() => page.getByLabel('Meaning').inputValue()).toBe('Increment');
    expect(await project.read('/items/marks?fields=mark,meaning&sort=mark')).toEqual([
      { mark: '+', meaning: 'And' },
      { mark: '++', meaning: 'Increment' },
    ]);
  });

  it('are created by the form of a new item, which stays their page', async () => {
    const page = await visit('/content/marks/+');
    await page.getByLabel('Mark').fill('+++');
    await page.getByLabel('Meaning').fill('More');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Meaning').inputValue()).toBe('More');
  });
});
