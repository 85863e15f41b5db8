import type { Page } from 'playwright-core';

/** Tries to leave a dialog with keys, and with a click beside it. */
export async function tryToLeave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
}
