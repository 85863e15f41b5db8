import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StudioBuild } from '../../src/cli/studio-build.ts';
import { ROOT } from '../support/built.ts';
import { temporaryFolder } from '../support/server-process.ts';

/** Replaces Vite: the page is the source. `BROKEN` fails, `SLOW` never ends. */
const VITE = `
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const source = readFileSync('src/main.ts', 'utf8');
if (source.includes('BROKEN')) { console.error('main.ts is broken'); process.exit(1); }
if (source.includes('SLOW')) {
  writeFileSync('../vite.pid.part', String(process.pid));
  renameSync('../vite.pid.part', '../vite.pid');
  setInterval(() => {}, 1000);
}
else {
  const folder = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(folder + '/assets', { recursive: true });
  writeFileSync(folder + '/index.html', source.repeat(50));
}
`;
/** Replaces npm: installs Vite where it is run. */
const NPM = `
const { appendFileSync, cpSync } = require('node:fs');
appendFileSync(process.env.NPM_RUNS, process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) process.exit(1);
cpSync(process.env.VITE, 'node_modules/vite', { recursive: true });
`;

let folder: ReturnType<typeof temporaryFolder>;
let root: string;

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const putVite = (path: string): void => {
  put(`${path}/package.json`, JSON.stringify({ bin: { vite: 'bin/vite.cjs' } }));
  put(`${path}/bin/vite.cjs`, VITE);
};

beforeEach(() => {
  folder = temporaryFolder();
  root = folder.path;
  cpSync(join(ROOT, 'scripts'), join(root, 'scripts'), { recursive: true });
  put('package.json', JSON.stringify({ workspaces: ['client', 'studio'] }));
  put('package-lock.json', '{}');
  put('client/package.json', '{}');
  put('client/src/index.ts', '');
  put('studio/package.json', '{}');
  put('studio/src/main.ts', 'one');
  putVite('node_modules/vite');
  put('node_modules/.package-lock.json', '{}');
});
afterEach(() => folder.remove());

/** Runs the script as `npm run build` does. */
function build(environment: Record<string, string> = {}): { readonly status: number | null; readonly stderr: string } {
  return spawnSync(process.execPath, ['scripts/build-studio.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

describe('the build of Studio', () => {
  it('is compressed, and made once for the same sources', () => {
    expect(build()).toMatchObject({ status: 0, stderr: '' });
    expect(read('studio/dist/index.html')).toBe('one'.repeat(50));
    expect(readdirSync(join(root, 'studio/dist')).sort()).toEqual(
      ['.built-from', 'assets', 'index.html', 'index.html.br', 'index.html.gz'].sort(),
    );
    const { ino } = statSync(join(root, 'studio/dist'));
    put('studio/test/main.test.ts', 'a test');
    expect(build().status).toBe(0);
    expect(statSync(join(root, 'studio/dist')).ino).toBe(ino);
    expect(readdirSync(join(root, 'studio')).sort()).toEqual(['dist', 'package.json', 'src', 'test']);
  });

  it('is made again after a change of the client, which is part of it', () => {
    build();
    const { ino } = statSync(join(root, 'studio/dist'));
    put('client/src/index.ts', 'new');
    expect(build().status).toBe(0);
    expect(statSync(join(root, 'studio/dist')).ino).not.toBe(ino);
  });

  it('leaves the previous one if it fails, and says so', () => {
    build();
    put('studio/src/main.ts', 'BROKEN');
    const { status, stderr } = build();
    expect([status, stderr]).toEqual([1, expect.stringContaining('main.ts is broken')]);
    expect(JSON.parse(read('studio/.build.json'))).toMatchObject({ state: 'failed' });
    expect(read('studio/dist/index.html')).toBe('one'.repeat(50));
    put('studio/src/main.ts', 'two');
    expect(build().status).toBe(0);
    expect(existsSync(join(root, 'studio/.build.json'))).toBe(false);
    expect(read('studio/dist/index.html')).toBe('two'.repeat(50));
  });

  it('is left as it is if its sources are missing, as in a package', () => {
    put('studio/dist/index.html', 'prebuilt');
    rmSync(join(root, 'studio/package.json'));
    expect(build()).toMatchObject({ status: 0, stderr: '' });
    expect(read('studio/dist/index.html')).toBe('prebuilt');
  });
});

describe("with only the server's dependencies installed", () => {
  let environment: Record<string, string>;
  const runs = (): string[] => read('npm-runs').trim().split('\n');

  beforeEach(() => {
    rmSync(join(root, 'node_modules/vite'), { recursive: true });
    putVite('tools/vite');
    put('npm/npm-cli.js', NPM);
    environment = {
      npm_execpath: join(root, 'npm/npm-cli.js'),
      VITE: join(root, 'tools/vite'),
      NPM_RUNS: join(root, 'npm-runs'),
    };
  });

  it('the tools of Studio are installed elsewhere, once, and node_modules stays unchanged', () => {
    expect(build(environment)).toMatchObject({ status: 0, stderr: '' });
    put('studio/src/main.ts', 'two');
    expect(build(environment).status).toBe(0);
    expect(read('studio/dist/index.html')).toBe('two'.repeat(50));
    expect(runs()).toEqual([expect.stringMatching(/^ci --ignore-scripts .*--workspace=studio$/)]);
    expect(readdirSync(join(root, 'node_modules'))).toEqual(['.package-lock.json']);
  });

  it('a failed installation is reported, and retried', () => {
    expect(build({ ...environment, NPM_FAILS: '1' })).toMatchObject({ status: 1, stderr: 'octavo: npm ci failed\n' });
    expect(JSON.parse(read('studio/.build.json'))).toMatchObject({ state: 'failed' });
    expect(build(environment).status).toBe(0);
    expect(runs()).toHaveLength(2);
  });
});

describe('in parallel with a server', () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const start = (): StudioBuild => new StudioBuild(join(root, 'studio'), log);
  const appears = (path: string) => expect.poll(() => existsSync(join(root, path))).toBe(true);
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  beforeEach(() => {
    lines.length = 0;
  });

  it('it is reported from the first moment on, and silent if it succeeds', async () => {
    start();
    expect(JSON.parse(read('studio/.build.json'))).toEqual({ state: 'installing', pid: process.pid });
    await appears('studio/dist/index.html');
    await expect.poll(() => existsSync(join(root, 'studio/.build.json'))).toBe(false);
    expect(lines).toEqual([]);
  });

  it('one line of the log says what to do if it fails', async () => {
    put('studio/src/main.ts', 'BROKEN');
    start();
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toContain('npm run build');
    expect(read('.cache/studio-build.log')).toContain('main.ts is broken');
  });

  it.skipIf(process.platform === 'win32')(
    'all of its processes have low priority and end with the server; the next start begins again',
    async () => {
      put('studio/src/main.ts', 'SLOW');
      const build = start();
      await appears('vite.pid');
      const vite = Number(read('vite.pid'));
      expect(getPriority(vite)).toBeGreaterThan(getPriority());
      build.stop();
      await expect.poll(() => isAlive(vite), { timeout: 5_000 }).toBe(false);
      expect(lines).toEqual([]);
      put('studio/src/main.ts', 'two');
      start();
      await appears('studio/dist/index.html');
    },
  );

  it('there is nothing to do in a package without its script', () => {
    rmSync(join(root, 'scripts'), { recursive: true });
    put('studio/dist/index.html', 'prebuilt');
    start().stop();
    expect(existsSync(join(root, '.cache'))).toBe(false);
    expect(lines).toEqual([]);
  });
});
