import { expect, it } from 'vitest';
import { onStudio } from '../support/studio.ts';

const NOWHERE = ['/nope', '/content/nope', '/content/nope/1', '/model/starters'];

onStudio('addresses where nothing is', ({ visit }) => {
  it.each(NOWHERE)('%s has a heading that says so', async (path) => {
    const page = await visit(path);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    expect(await heading.count()).toBe(1);
    expect(await heading.textContent()).not.toBe('');
  });
});
