import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell takes half of the time of the whole browser. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome'];

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** The browser of this machine, or why there is none. CHROMIUM names one other than that on the PATH. */
export function findChromium(): { readonly path: string } | { readonly skipped: string } {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = [process.env.CHROMIUM ?? '', ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))];
  const path = paths.find(isProgram);
  return path === undefined ? { skipped: 'no chromium on the PATH' } : { path };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}

/** Starts the browser at a path. It may take its time on a busy machine. */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ARGUMENTS, timeout: 120_000 });
