import { expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { onStudio } from '../support/studio.ts';

onStudio('related items', ({ visit, picture, project }) => {
  it('chooses an author by search and by the keyboard alone', async () => {
    const page = await visit('/content/articles/2');
    const author = page.getByRole('combobox', { name: 'Author' });
    await author.waitFor();
    expect(await author.inputValue()).toBe('Mateo Ferrer');
    await picture(page, 'item');
    await author.focus();
    await page.keyboard.type('yuki');
    await page.getByRole('option', { name: /Yuki Tanabe/ }).waitFor();
    await picture(page, 'to-one');
    await page.keyboard.press('Enter');
    expect(await author.inputValue()).toBe('Yuki Tanabe');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await project.ask('GET', '/items/articles/2')).body.data.author).toBe(5);
  });

  it('are edited two levels deep, and asked about before anything is lost', async () => {
    const page = await visit('/content/comments/1');
    await page.getByRole('button', { name: 'Open The Night Train to Trieste' }).click();
    const article = page.getByRole('dialog', { name: 'The Night Train to Trieste' });
    await article.getByRole('button', { name: 'Open Oskar Brandt' }).click();
    const author = page.getByRole('dialog', { name: 'Oskar Brandt' });
    await author.getByRole('textbox', { name: 'City' }).fill('Jena');
    await picture(page, 'two-drawers');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard what you changed here?' }).waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await author.getByRole('button', { name: /^Done/ }).click();
    await author.waitFor({ state: 'detached' });
    await article.getByText('Changed').waitFor();
    await article.getByRole('button', { name: /^Done/ }).click();
    await article.waitFor({ state: 'detached' });
    expect(await saved(page)).toEqual({ article: { id: 1, author: { id: 4, city: 'Jena' } } });
    expect(await read('/items/authors/4')).toMatchObject({ city: 'Jena' });
  });

  it('are discarded where somebody says so, and leave without a question where nothing was changed', async () => {
    const page = await visit('/content/articles/3');
    await page.getByRole('button', { name: 'Open Nomsa Dube' }).click();
    const drawer = page.getByRole('dialog', { name: 'Nomsa Dube' });
    const city = drawer.getByRole('textbox', { name: 'City' });
    await city.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open Nomsa Dube' }).click();
    await city.fill('Pretoria');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(await page.getByText('Changed', { exact: true }).count()).toBe(0);
  });

  it('are translated side by side, with how complete each language is', async () => {
    const page = await visit('/content/articles/1');
    await show(page, 'Translations');
    const right = page.getByRole('region', { name: 'Right side' });
    await right.getByRole('textbox', { name: 'Summary' }).fill('');
    await right.getByText('50%').waitFor();
    await right.getByRole('textbox', { name: /Title/ }).fill('El tren de noche');
    await picture(page, 'translations');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByRole('textbox', { name: /Code of the language/ }).fill('fr');
    await page.keyboard.press('Enter');
    await right.getByRole('textbox', { name: /Title/ }).fill('Le train de nuit');
    const { translations } = (await saved(page)) as { translations: readonly unknown[] };
    expect(translations).toEqual([
      { id: expect.any(Number), title: 'El tren de noche', summary: null },
      { language: 'fr', title: 'Le train de nuit' },
    ]);
    await page.getByText('1 of 3 languages').waitFor();
  });

  it('survive closing the page before they are saved', async () => {
    const page = await visit('/content/articles/4');
    await page.getByRole('button', { name: /^Open (Ida|Mateo|Nomsa|Oskar|Yuki)/ }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'City' }).fill('Umeå');
    await page
      .getByText(/kept|saved in this browser/i)
      .first()
      .waitFor();
    await page.reload();
    await page
      .getByRole('button', { name: /Restore|Take|Go on|Continue/ })
      .first()
      .click();
    await page.getByText('Changed', { exact: true }).first().waitFor();
    const { author } = (await saved(page)) as { author: Record<string, unknown> };
    expect(author).toMatchObject({ city: 'Umeå' });
  });
});
