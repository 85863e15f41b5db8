import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const NOTE = `{
  const read = Response.prototype.text;
  window.taken = [];
  Response.prototype.text = async function () {
    const text = await read.call(this);
    setTimeout(() => window.taken.push(this.url));
    return text;
  };
}`;

/**
 * From now on, notes the answers that a page takes. What this returns waits until one whose address contains a text is taken and
 * what follows from it at once is done: what must not happen would have happened by then, however busy the machine is.
 */
export async function noteTaken(page: Page): Promise<(part: string) => Promise<void>> {
  await page.evaluate(NOTE);
  return (part) => expect.poll(() => page.evaluate('window.taken.join()')).toContain(part);
}
