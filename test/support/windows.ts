import type { Browser, BrowserContext, Page } from 'playwright-core';

/** How a window looks to its page. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
  readonly locale: string;
}

interface Window {
  readonly locale: string;
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Reusable windows of a browser, since a new one costs seconds of CPU time. A window is handed out with no cookies, no
 * storage and no routes: tests share only the cache of the server's files.
 */
export class Windows {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #idle: Window[] = [];
  readonly #used: Window[] = [];

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** A page in a window that nobody else uses until all are taken back. */
  async open({ width, height, theme, locale }: Look): Promise<Page> {
    const found = this.#idle.findIndex((window) => window.locale === locale);
    const window = this.#idle.splice(found, found < 0 ? 0 : 1)[0] ?? (await this.#make(locale));
    this.#used.push(window);
    await window.page.setViewportSize({ width, height });
    await window.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    return window.page;
  }

  /** Takes all windows back. */
  async giveBack(): Promise<void> {
    await Promise.all(this.#used.splice(0).map((window) => this.#clear(window)));
  }

  async #make(locale: string): Promise<Window> {
    const context = await this.#browser.newContext({ baseURL: this.#origin, locale, timezoneId: 'UTC' });
    return { locale, context, page: await context.newPage() };
  }

  /** A window that cannot be cleared, for example because it has crashed, is closed. */
  async #clear(window: Window): Promise<void> {
    const wasCleared = await cleared(window, this.#origin).catch(() => false);
    if (wasCleared) this.#idle.push(window);
    else await window.context.close().catch(() => undefined);
  }
}

const STORED = 'local_storage,indexeddb,cache_storage';

async function cleared({ context, page }: Window, origin: string): Promise<boolean> {
  if (page.isClosed() || !page.url().startsWith(origin)) return false;
  page.removeAllListeners();
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate('sessionStorage.clear()');
  // A page of the same origin keeps the renderer, with all scripts that it has compiled.
  await page.goto('/server/ping');
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await session.detach();
  return true;
}
