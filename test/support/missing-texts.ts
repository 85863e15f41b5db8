import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const ENGLISH = join(import.meta.dirname, '../../studio/src/i18n/en');

/** What a page shows and what it tells screen readers, as far as it looks like the name of a text. */
const NAMES = `[...document.querySelectorAll('body *')].flatMap((element) => [
  ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()),
  ...['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
]).filter((text) => /^[a-z][\\w-]*(\\.[\\w-]+)+$/.test(text))`;

let known: Promise<ReadonlySet<string>> | undefined;

/** The names of texts that a page shows instead of the texts, because it has not loaded them. */
export async function missingTexts(page: Page): Promise<readonly string[]> {
  known ??= namesOfTexts();
  const [names, shown] = await Promise.all([known, page.evaluate<string[]>(NAMES)]);
  return [...new Set(shown.filter((text) => names.has(text)))];
}

async function namesOfTexts(): Promise<ReadonlySet<string>> {
  const parts = await Promise.all(
    readdirSync(ENGLISH).map((name) => import(join(ENGLISH, name)) as Promise<{ readonly default: object }>),
  );
  return new Set(parts.flatMap(({ default: texts }) => Object.keys(texts)));
}
