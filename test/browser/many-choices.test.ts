import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { id, text } from '../support/fields.ts';
import { onStudio } from '../support/studio.ts';

const MANY = 500;
const choices = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`place_${at}`, `Place number ${at}`]));

onStudio('a field with many choices', ({ visit, picture, project }) => {
  beforeAll(async () => {
    const place = text('place', { interface: 'dropdown', options: { choices } });
    const mood = text('mood', { interface: 'dropdown', options: { choices: { calm: 'Calm', glad: 'Glad' } } });
    const fields = [id, text('title', { interface: 'text-input' }), place, mood];
    await project.write('POST', '/collections', { collection: 'walks', fields });
    await project.write('POST', '/items/walks', { title: 'A walk', place: 'place_321', mood: 'calm' });
  });

  it('offers the first choices that match the input', async () => {
    const page = await visit('/content/walks/1');
    const box = page.getByRole('combobox', { name: 'Place' });
    await expect.poll(() => box.inputValue()).toBe('Place number 321');
    await box.click();
    const options = page.locator('[role="option"]');
    await options.first().waitFor();
    expect(await options.count()).toBe(100);
    await picture(page, 'many-choices');
    expect(await accessibilityFaults(page)).toEqual([]);
    await box.fill('number 49');
    await expect.poll(() => options.count()).toBe(11);
    await box.fill('number 499');
    await page.locator('[role="option"][data-highlighted]', { hasText: 'Place number 499' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => box.inputValue()).toBe('Place number 499');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(await project.read('/items/walks/1?fields=place')).toEqual({ place: 'place_499' });
  });

  it('is not offered for grouping a board', async () => {
    const page = await visit('/content/walks?layout=board');
    await page.getByRole('region', { name: 'Calm' }).getByRole('link', { name: 'A walk' }).waitFor();
    expect(await page.getByRole('region', { name: /^Place number/ }).count()).toBe(0);
  });
});
