import { expect, it } from 'vitest';
import { onStudio } from '../support/studio.ts';

onStudio('who is not signed in', ({ visit }) => {
  it('is led to the sign-in page and comes back to where it wanted to go', async () => {
    const page = await visit('/content/articles?q=train', { as: null });
    await page.waitForURL(/\/sign-in\?next=/);
    expect(new URL(page.url()).searchParams.get('next')).toContain('/content/articles?q=train');
  });
});
