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
 * From now on, notes the responses that a page processes. The returned function waits until one whose address contains
 * a text has been processed, along with what immediately follows from it: by then, what must not happen would have
 * happened, however busy the machine is.
 */
export async function noteTaken(page: Page): Promise<(part: string) => Promise<void>> {
  await page.evaluate(NOTE);
  return (part) => expect.poll(() => page.evaluate('window.taken.join()')).toContain(part);
}
