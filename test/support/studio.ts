import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillMagazine } from '../../src/sample/fill.ts';
import { accessibilityFaults } from './axe.ts';
import { findChromium } from './chromium.ts';
import { type EngineName, EVERY_ENGINE, type Harness, harnessOn, isAtHand, type Needs } from './on-every-engine.ts';
import { ADMIN_PASSWORD } from './project.ts';
import { Windows } from './windows.ts';

const found = findChromium();
const LONG = 60_000;
const PATIENCE = 15_000;
/** In CI, a journey that fails is tried once more, and the report says so: no test has all the timing of a browser under control. */
const RETRIES = process.env.CI_REQUIRE_ALL === '1' ? 1 : 0;
const STUDIO = join(import.meta.dirname, '../../studio');
/** Where pictures of pages go, if they are asked for: SCREENSHOTS=folder. */
const PICTURES = process.env.SCREENSHOTS;

/** Who visits, with what window. */
interface Visitor {
  /** Signs in as this user; null visits as the public. The administrator unless given. */
  readonly as?: { readonly email: string; readonly password: string } | null;
  /** The project that is visited, if it is another than that of the harness. */
  readonly project?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
  /** Contents have styles and handlers of their own, which the policy refuses, and the browser says so. */
  readonly refusals?: boolean;
}

/** Studio on a server with the sample project, and a browser to visit it. */
export interface StudioHarness extends Harness {
  /** Opens a page below the project's address in Studio, in a window without cookies that stores nothing yet. */
  visit(path?: string, visitor?: Visitor): Promise<Page>;
  /** Takes a picture, if pictures are asked for. */
  picture(page: Page, name: string): Promise<void>;
  /** What a page does against accessibility. On further engines the same page is not looked at again. */
  accessibilityFaults(page: Page): Promise<readonly string[]>;
  /** A test of what no engine changes, which runs on the first engine alone. */
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

/** Journeys through Studio on every engine that is at hand: those that touch the database in ways that differ. */
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
    await fillMagazine(store, new Date());
    const executablePath = 'path' in found ? found.path : '';
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
    browser = await chromium.launch({ executablePath, args, timeout: LONG });
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

const REFUSED = /^(Applying inline style|Executing inline event handler|Framing '[^']*') violates/;

/** Whatever a page complains of fails its test, but for requests that were refused, which a page may show. */
function listen(page: Page, complaints: string[], refusals: boolean): void {
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (refusals && REFUSED.test(message.text())) return;
    const isFault = message.type() === 'error' && !/Failed to load resource/.test(message.text());
    if (isFault || message.type() === 'warning') complaints.push(message.text());
  });
}

const withStudio = (needs: Needs): Needs => ({ ...needs, server: { studio: STUDIO, ...needs.server } });
