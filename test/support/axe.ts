import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { missingTexts } from './missing-texts.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * Violations of WCAG 2.2 AA and of good practice on a page, one per line, and texts that are missing; tests expect none.
 * Frames are skipped: their content has other authors.
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // A list is dimmed while it reloads.
  await page.locator('[role=grid][aria-busy=true]').first().waitFor({ state: 'detached' });
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], preload: false, iframes: false }).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
  return [...faults, ...(await missingTexts(page)).map((name) => `no text: ${name}`)];
}
