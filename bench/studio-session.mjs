// Starts a server with the sample project, and a browser in which its administrator is signed in to Studio.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '..');
const PAUSE_MS = 100;

/** Runs `measure` with a request function and a page; then ends server and browser, and removes the data. */
export async function inStudio(port, fill, measure) {
  const data = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  const base = `http://127.0.0.1:${port}`;
  const args = ['serve', '--sample', '--data', data, '--port', String(port)];
  const server = spawn('node', [join(root, 'dist/main.js'), ...args]);
  let said = '';
  server.stdout.on('data', (text) => {
    said += text;
  });
  try {
    const token = await found(/static token\s+(\S+)/, () => said);
    const password = await found(/password\s+(\S+)/, () => said);
    const filled = await fill(requests(`${base}/demo`, token));
    await withPage(base, password, (page) => measure(page, filled));
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

async function found(pattern, text) {
  for (;;) {
    const match = pattern.exec(text())?.[1];
    if (match) return match;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function requests(base, token) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return async (method, path, body) => {
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
}

async function withPage(base, password, measure) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 800 } });
    const login = { email: 'admin@example.com', password, mode: 'cookie' };
    await context.request.post('/demo/auth/authenticate', { data: login });
    await measure(await context.newPage());
  } finally {
    await browser.close();
  }
}
