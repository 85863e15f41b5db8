import { expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { onStudio } from '../support/studio.ts';

onStudio('the page of an item', ({ visit, project, picture }) => {
  it('opens with one request, and saves what was changed by one', async () => {
    const page = await visit('/content/articles/1');
    await page.getByRole('heading', { level: 1, name: 'The Night Train to Trieste' }).waitFor();
    await page.getByLabel('Title required').fill('The Night Train to Triest');
    await picture(page, 'item');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect(await project.read('/items/articles/1?fields=title')).toEqual({ title: 'The Night Train to Triest' });
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
