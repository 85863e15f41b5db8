import { beforeAll, expect, it } from 'vitest';
import { jpeg, uploadTo } from '../support/file-samples.ts';
import { onStudio } from '../support/studio.ts';

const LONG = 'Everything that anybody could want to know of the harbour in winter';
const PAGES = [
  ['/people', '/people/invitations', '/people/keys', '/people/users/1', '/people/roles/2', '/people/roles/3'],
  ['/model', '/model/articles', '/model?view=changes', '/jobs', '/jobs/1', '/jobs/import', '/activity'],
  ['/settings', '/settings/files', '/settings/mail', '/settings/access', '/settings/limits', '/settings/records'],
  ['/settings/backups', '/settings/others', '/developer', '/developer/webhooks', '/developer/webhooks/1'],
  ['/developer/failures', '/developer/graphql', '/developer/extensions', '/developer/types'],
];

onStudio('pages for those who build, on a telephone', ({ visit, project }) => {
  beforeAll(async () => {
    await uploadTo(project, `${LONG}.jpg`.replaceAll(' ', '-'), await jpeg(80));
    await project.write('POST', '/roles', { name: LONG });
    const email = `${LONG.slice(0, 60).replaceAll(' ', '-')}@example.com`;
    const person = {
      first_name: LONG.slice(0, 50),
      last_name: LONG.slice(0, 50),
      email,
      password: 'Quiet-Secret-1',
      status: 'active',
    };
    await project.write('POST', '/users', { ...person, role: 3 });
    await project.write('POST', '/users/invite', { email: ['later@example.com'], role: 3 });
    await project.write('POST', '/users/1/keys', { name: LONG });
    await project.write('PATCH', '/items/articles/1', { title: LONG });
    const called = { collection: 'articles', directus_action: 'item.create:after', status: 'active' };
    await project.write('POST', '/webhooks', {
      ...called,
      http_action: 'post',
      url: `https://example.com/${LONG.replaceAll(' ', '/')}`,
    });
    await project.write('POST', '/jobs', { kind: 'thumbnails' });
    await project.ask('GET', `/items/nothing?filter[${LONG.replaceAll(' ', '_')}]=1`);
  });

  it('show which page of their section is open', async () => {
    const page = await visit('/settings/others', { width: 390 });
    const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current]');
    await expect.poll(async () => (await current.boundingBox())?.x).toBeLessThan(320);
  });

  it.each(PAGES.map((paths) => [paths.join(' '), paths] as const))(
    'are no wider than the window, however long names are: %s',
    async (_, paths) => {
      const page = await visit('/', { width: 390 });
      const home = page.url();
      for (const path of paths) {
        await page.goto(home.replace(/\/$/, '') + path);
        await page.getByRole('heading', { level: 1 }).or(page.getByRole('searchbox')).first().waitFor();
        await page.waitForLoadState('networkidle');
        const wide = () =>
          page
            .locator('html, .open, main')
            .evaluateAll((elements) =>
              (elements as HTMLElement[])
                .filter((each) => each.scrollWidth > each.clientWidth + 1)
                .map(({ className, scrollWidth }) => `${className} ${scrollWidth}`),
            );
        await expect.poll(wide, { message: path }).toEqual([]);
      }
    },
  );
});
