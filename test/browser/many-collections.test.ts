import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { id, shownStatus, text } from '../support/fields.ts';
import { onStudio } from '../support/studio.ts';

const MANY = 90;
const status = shownStatus({ draft: { name: 'Draft' }, done: { name: 'Done', published: true } });
const nameOf = (at: number): string => `shelf_${String(at).padStart(3, '0')}`;

onStudio('a project with many collections', ({ visit, picture, project }) => {
  beforeAll(async () => {
    for (let at = 0; at < MANY; at++)
      await project.write('POST', '/collections', { collection: nameOf(at), fields: [id, text('title'), status] });
    await project.write('POST', `/items/${nameOf(MANY - 1)}`, { title: 'The last one' });
  }, 120_000);

  it('counts items only of those in the viewport, and looks for unfinished items in all on request', async () => {
    const page = await visit('/me');
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    const ofKind = (meta: string): number =>
      asked.filter(({ searchParams }) => searchParams.get('meta') === meta).length;
    await page.goto(page.url().replace(/me$/, ''));
    const more = page.getByRole('button', { name: /^Look in \d+ more collections$/ });
    await more.waitFor();
    await page.waitForLoadState('networkidle');
    expect(ofKind('status_count')).toBe(40);
    expect(ofKind('total_count')).toBeLessThan(MANY * 0.75);
    await picture(page, 'many-collections');
    expect(await accessibilityFaults(page)).toEqual([]);
    await more.click();
    await page.getByRole('button', { name: /^Look in \d+ more collections?$/ }).click();
    await page.getByRole('link', { name: /1 Shelf 089 Draft/ }).waitFor();
    expect(await more.count()).toBe(0);
    expect(ofKind('status_count')).toBeLessThan(MANY + 10);
    const last = page.locator('.card').filter({ hasText: 'Shelf 089' });
    await last.scrollIntoViewIfNeeded();
    await last.getByText('1', { exact: true }).waitFor();
  });
});
