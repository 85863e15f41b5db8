import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { onStudio } from '../support/studio.ts';

onStudio('files in many folders', ({ visit, picture, project }) => {
  beforeAll(async () => {
    const outer = await project.write<{ id: number }>('POST', '/folders', { name: 'Archive' });
    const folders = Array.from({ length: 120 }, (_, at) => ({ name: `Year ${1900 + at}`, parent_folder: outer.id }));
    await project.write('POST', '/folders', folders);
  });

  it.each([1280, 390])('are found by the names of these at %d pixels', async (width) => {
    const page = await visit('/files', { width });
    const folders = page.getByRole('navigation', { name: 'Folders' });
    const search = folders.getByRole('searchbox', { name: 'Find a folder' });
    await search.waitFor();
    await picture(page, `many-folders-${width}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    const wide = await folders.locator('ul').evaluate(({ scrollWidth }) => scrollWidth);
    expect(wide).toBeLessThan(4000);
    await search.fill('1977');
    const found = folders.getByRole('link', { name: 'Year 1977' });
    await found.click();
    await page.getByRole('heading', { level: 1, name: 'Year 1977' }).waitFor();
    await picture(page, `many-folders-found-${width}`);
    await search.fill('');
    await folders.getByRole('link', { name: 'Archive' }).waitFor();
    expect(await found.isVisible()).toBe(true);
    await search.fill('No such year');
    await folders.getByText('Nothing found').waitFor();
  });
});
