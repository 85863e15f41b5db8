import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/axe.ts';
import { onStudio } from '../support/studio.ts';

const MANY = 150;

onStudio('a project with many roles', ({ visit, picture, project }) => {
  beforeAll(async () => {
    const roles = Array.from({ length: MANY }, (_, at) => ({ name: `Team ${String(at).padStart(3, '0')}` }));
    for (const role of roles) await project.write('POST', '/roles', role);
  });

  it.each([1280, 390])('shows the first roles at %d pixels, and finds the others by name', async (width) => {
    const page = await visit('/people/users', { width });
    const nav = page.getByRole('navigation', { name: 'People and roles' });
    await nav.getByRole('link', { name: /^Team 000/ }).waitFor();
    expect(await nav.getByRole('link', { name: /^Team/ }).count()).toBeLessThan(MANY);
    await nav.getByRole('link', { name: /^and \d+ more$/ }).click();
    const search = page.getByRole('searchbox', { name: 'Find a role' });
    await search.waitFor();
    await picture(page, `many-roles-${width}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await search.fill('team 149');
    await page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Team 149' }).click();
    await page.getByRole('heading', { level: 1, name: 'Team 149' }).waitFor();
    expect(await nav.getByRole('link', { name: /^Team 149/ }).getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await search.fill('No such team');
    await page.getByText('Nothing found').waitFor();
  });
});
