import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asFirstAdmin, fillMagazine } from '../../src/sample/fill.ts';
import { accessibilityFaults } from './axe.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { type EngineName, EVERY_ENGINE, type Harness, harnessOn, isAtHand, type Needs } from './on-every-engine.ts';
import { ADMIN_PASSWORD } from './project.ts';
import { Windows } from './windows.ts';

const found = findChromium();
const LONG = 120_000;
const PATIENCE = 15_000;
/** In CI, a failing journey is retried once, and the report says so: no test controls all the timing of a browser. */
const RETRIES = process.env.CI_REQUIRE_ALL === '1' ? 1 : 0;
const STUDIO = join(import.meta.dirname, '../../studio');
/** Where screenshots go, if requested: SCREENSHOTS=folder. */
const PICTURES = process.env.SCREENSHOTS;

/** Who visits, and with what window. */
interface Visitor {
  /** Signs in as this user; null visits as the public. The default is the administrator. */
  readonly as?: { readonly email: string; readonly password: string } | null;
  /** The project to visit, if not that of the harness. */
  readonly project?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
  /** Content may have its own styles and handlers, which the policy refuses; the browser reports this. */
  readonly refusals?: boolean;
}

/** Studio on a server with the sample project, and a browser to visit it. */
export interface StudioHarness extends Harness {
  /** Opens a page below the project's address in Studio, in a window with no cookies and empty storage. */
  visit(path?: string, visitor?: Visitor): Promise<Page>;
  /** Takes a screenshot, if they are requested. */
  picture(page: Page, name: string): Promise<void>;
  /** Accessibility faults of a page. They are checked on one engine only. */
  accessibilityFaults(page: Page): Promise<readonly string[]>;
  /** A test that does not depend on the engine, and runs on the first one only. */
  readonly once: ReturnType<typeof it.runIf>;
}

const ADMIN = { email: 'admin@example.com', password: ADMIN_PASSWORD };

/** Journeys through Studio on SQLite; on the other engines too if `engines` names them. */
export function onStudio(
  title: string,
  define: (studio: StudioHarness) => void,
  { engines = ['sqlite'] }: { readonly engines?: readonly EngineName[] } = {},
): void {
  for (const [index, engine] of engines.entries())
    describe.skipIf('skipped' in found || !isAtHand(engine))(
      `${title} on ${engine}`,
      { timeout: LONG, retry: RETRIES },
      () => define(studioOn(engine, index === 0)),
    );
}

/** Journeys through Studio on every available engine: those that touch the database in ways that differ. */
export function studioOnEveryEngine(title: string, define: (studio: StudioHarness) => void): void {
  onStudio(title, define, { engines: EVERY_ENGINE });
}

function studioOn(engine: EngineName, isFirst: boolean): StudioHarness {
  const harness = harnessOn(engine);
  let browser: Browser;
  let windows: Windows;
  const complaints: string[] = [];
  harness.prepare(() => withStudio({}));

  beforeAll(async () => {
    const store = await harness.server.app.registry.find(harness.project.key);
    if (!store) throw new Error('the project is gone');
    await fillMagazine(asFirstAdmin(store));
    browser = await launchChromium('path' in found ? found.path : '');
    windows = new Windows(browser, harness.server.base);
  }, LONG);
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async () => {
    await windows?.giveBack();
    expect(complaints.splice(0), 'errors in the console').toEqual([]);
  });

  return {
    get engine() {
      return harness.engine;
    },
    get database() {
      return harness.database;
    },
    get server() {
      return harness.server;
    },
    get project() {
      return harness.project;
    },
    prepare: (needs) => harness.prepare(async () => withStudio(await needs())),
    async visit(
      path = '/',
      { as = ADMIN, project, width = 1280, height = 800, theme = 'light', locale = 'en-GB', refusals = false } = {},
    ) {
      const key = project ?? harness.project.key;
      const page = await windows.open({ width, height, theme, locale });
      page.setDefaultTimeout(PATIENCE);
      listen(page, complaints, refusals);
      const api = `${harness.server.base}/${key}`;
      if (as) await page.context().request.post(`${api}/auth/authenticate`, { data: { ...as, mode: 'cookie' } });
      await page.goto(`/studio/${key}${path}`);
      return page;
    },
    async picture(page, name) {
      if (PICTURES && isFirst) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    },
    accessibilityFaults: async (page) => (isFirst ? accessibilityFaults(page) : []),
    once: it.runIf(isFirst),
  };
}

/** Fills the storage of a page to the last character. */
export const FILL_STORAGE = `for (let size = 1 << 20, at = 0; size >= 1; size >>= 1)
  for (;;) {
    try { localStorage.setItem(at++, 'x'.repeat(size)); } catch { break; }
  }`;

const REFUSED = /^(Applying inline style|Executing inline event handler|Framing '[^']*') violates/;

/** Anything that a page complains of fails its test, except refused requests, which a page may report. */
function listen(page: Page, complaints: string[], refusals: boolean): void {
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (refusals && REFUSED.test(message.text())) return;
    const isFault = message.type() === 'error' && !/Failed to load resource/.test(message.text());
    if (isFault || message.type() === 'warning') complaints.push(message.text());
  });
}

const withStudio = (needs: Needs): Needs => ({ ...needs, server: { studio: STUDIO, ...needs.server } });
