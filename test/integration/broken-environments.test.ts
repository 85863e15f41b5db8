import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dialectOf } from '../../src/dialects/registry.ts';
import { builtMain } from '../support/built.ts';
import { servedFolder } from '../support/served-folder.ts';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';

const auth = { secret: 'a-secret-of-at-least-thirty-two-characters', public: 'key' };
const TOKEN = 'a-super-admin-token';
const QUIET = ['--log-level', 'silent'];

const folder = servedFolder();

const serve = (...args: string[]): ServerProcess => folder.serve(args);

function configure(key: string, content: object): void {
  mkdirSync(join(folder.path, 'config'), { recursive: true });
  writeFileSync(join(folder.path, 'config', `${key}.json`), JSON.stringify({ auth, ...content }));
}

const statusOf = async (url: string, method = 'GET'): Promise<number> => (await fetch(url, { method })).status;

/** Ends a server as an operator does, and expects it to exit in time, whatever it is waiting for. */
async function endInTime(server: ServerProcess): Promise<void> {
  const since = performance.now();
  server.signal('SIGTERM');
  expect(await server.ended()).toMatchObject({ code: 0, signal: null });
  expect(performance.now() - since).toBeLessThan(15_000);
}

describe('a database that a configuration names', () => {
  it('is not created if its file is missing, and the server still shuts down in time', async () => {
    configure('gone', { database: { type: 'sqlite', name: 'gone' } });
    const server = serve(...QUIET);
    const address = await server.address();
    for (const path of ['/gone/', '/gone/items/x', '/gone/']) expect(await statusOf(address + path)).toBe(503);
    expect(existsSync(join(folder.path, 'databases', 'gone.db'))).toBe(false);
    await endInTime(server);
  });

  it('is used again when its file is back', { timeout: 60_000 }, async () => {
    configure('gone', { database: { type: 'sqlite', name: 'gone' } });
    const server = serve(...QUIET);
    const address = await server.address();
    expect(await statusOf(`${address}/gone/`)).toBe(503);
    rmSync(join(folder.path, 'config', 'gone.json'));
    const args = ['project', 'create', '--data', folder.path, '--db-type', 'sqlite', '--db-name', 'gone'];
    const made = new ServerProcess([
      ...args,
      '--project',
      'gone',
      '--user-email',
      'a@example.com',
      '--user-password',
      'Secret-1',
    ]);
    expect(await made.ended()).toMatchObject({ code: 0 });
    await expect.poll(() => statusOf(`${address}/gone/`)).toBe(200);
  });

  it('is not written to if its file disappears while the server runs', { timeout: 60_000 }, async () => {
    const server = serve('--super-admin-token', TOKEN, ...QUIET);
    const address = await server.address();
    const project = { project: 'p', db_type: 'sqlite', db_name: 'p', user_email: 'a@example.com', user_password: 'x' };
    const body = JSON.stringify({ ...project, super_admin_token: TOKEN });
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${address}/server/projects`, { method: 'POST', headers, body })).status).toBe(200);
    const status = (): Promise<number> => statusOf(`${address}/p/`);
    expect(await status()).toBe(200);
    const file = join(folder.path, 'databases', 'p.db');
    for (const ending of ['', '-wal']) copyFileSync(`${file}${ending}`, `${file}.copy${ending}`);
    for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
    await expect.poll(status).toBe(503);
    expect(existsSync(file)).toBe(false);
    for (const ending of ['-wal', '']) renameSync(`${file}.copy${ending}`, `${file}${ending}`);
    await expect.poll(status).toBe(200);
    await endInTime(server);
  });

  for (const engine of ['mysql', 'postgres'] as const)
    describe.skipIf(!inject('engines')[engine])(`on ${engine}`, () => {
      const name = `octavo_gone_${process.pid}`;
      const given = inject('engines')[engine] as Readonly<Record<string, string | number>>;
      const database = (more: object = {}): object => ({
        type: engine,
        name,
        host: given.db_host,
        port: given.db_port,
        user: given.db_user,
        password: given.db_password,
        ...more,
      });
      let silent: Server;
      beforeAll(async () => {
        silent = createServer(() => {});
        await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
      });
      afterAll(async () => {
        silent.close();
        const dialect = await dialectOf(engine);
        await dialect.destroy(database() as never);
      });

      it('is not created if missing, and never blocks shutdown when unreachable or silent', {
        timeout: 60_000,
      }, async () => {
        const dialect = await dialectOf(engine);
        const { port } = silent.address() as { port: number };
        configure('missing', { database: database() });
        configure('refused', { database: database({ password: 'wrong' }) });
        configure('away', { database: database({ port: 1 }) });
        configure('silent', { database: database({ port, connect_timeout: 1 }) });
        const server = serve('--super-admin-token', TOKEN, ...QUIET);
        const address = await server.address();
        const keys = ['missing', 'refused', 'away', 'silent'];
        expect(await Promise.all(keys.map((key) => statusOf(`${address}/${key}/`)))).toEqual([503, 503, 503, 503]);
        expect(await dialect.exists(database() as never)).toBe(false);
        const half = await dialect.open(database() as never);
        expect(await statusOf(`${address}/missing/`)).toBe(503);
        await half.close();
        const removed = (key: string): Promise<number> =>
          statusOf(`${address}/server/projects/${key}?super_admin_token=${TOKEN}`, 'DELETE');
        expect(await removed('away')).toBe(503);
        expect(existsSync(join(folder.path, 'config', 'away.json'))).toBe(true);
        await dialect.destroy(database() as never);
        expect(await removed('missing')).toBe(204);
        expect(await dialect.exists(database() as never)).toBe(false);
        await endInTime(server);
      });
    });
});

it("does not open a project whose files would be inside the server's own folders, and says so", async () => {
  const roots = ['config', 'databases/below', '.', 'uploads/../extensions'];
  for (const [index, root] of roots.entries())
    configure(`p${index}`, { database: { type: 'sqlite', name: 'none' }, storage: { root } });
  const server = serve();
  const address = await server.address();
  for (const index of roots.keys()) expect(await statusOf(`${address}/p${index}/`)).toBe(503);
  await expect
    .poll(() => server.stdout.match(/the files of a project cannot lie in/g)?.length)
    .toBeGreaterThanOrEqual(4);
  await endInTime(server);
});

describe('the first start', () => {
  it('of a server without projects is a note in the log, not an error', async () => {
    const server = serve();
    const address = await server.address();
    expect(await statusOf(`${address}/server/projects`)).toBe(503);
    await expect.poll(() => server.stdout).toMatch(/"msg":"request"/);
    const levels = server.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line).level] : []));
    expect(Math.max(...levels)).toBe(30);
  });

  it.each([
    ['that is read-only', '/proc/self', /octavo: the data folder cannot be written: E\w+/],
    ['below a file', '/dev/null/data', /octavo: the data folder \/dev\/null\/data cannot be used: ENOTDIR/],
  ])('with a data folder %s is one line and exit code 78', async (_what, path, complaint) => {
    const server = folder.run(['serve', '--data', path, '--port', '0', ...QUIET]);
    const { code, stdout, stderr } = await server.ended();
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toMatch(complaint);
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
  });

  it('with a guessable super admin token prints one line and exits with code 78', async () => {
    const server = serve('--super-admin-token', 'short', ...QUIET);
    const { code, stderr } = await server.ended();
    expect(stderr).toBe('octavo: the super admin token must have at least 12 characters\n');
    expect(code).toBe(78);
  });

  it('reports a configuration that cannot be used while it runs, once', async () => {
    const server = serve();
    const address = await server.address();
    mkdirSync(join(folder.path, 'config'), { recursive: true });
    writeFileSync(join(folder.path, 'config', 'p.json'), '{ "database": ');
    await expect
      .poll(async () => (await statusOf(`${address}/p/`)) && server.stdout, { timeout: 10_000 })
      .toMatch(/"level":40,[^\n]*p\.json: is not valid JSON/);
    await new Promise((done) => setTimeout(done, 1500));
    await statusOf(`${address}/p/`);
    expect(server.stdout.match(/is not valid JSON/g)).toHaveLength(1);
  });

  it("says which keys of a project's file are unknown, and which secrets are too short", async () => {
    configure('p', {
      database: { type: 'sqlite', name: 'p', pasword: 'x' },
      auth: { secret: 'short', public: 'key' },
      storge: {},
      cors: { origins: ['*'] },
    });
    const server = serve();
    await server.address();
    await expect.poll(() => server.stdout).toMatch(/auth\.secret/);
    expect(server.stdout).toMatch(/\\"storge\\" in the file of \\"p\\" has no effect\. .*Did you mean \\"storage\\"\?/);
    expect(server.stdout).toMatch(/\\"database\.pasword\\" .*Did you mean \\"password\\"\?/);
    expect(server.stdout).toMatch(/\\"cors\.origins\\" .*Did you mean \\"origin\\"\?/);
  });
});

describe('the sample', () => {
  let sample: ReturnType<typeof temporaryFolder>;
  let server: ServerProcess;
  let token: string;
  beforeAll(async () => {
    sample = temporaryFolder();
    server = new ServerProcess(['serve', '--data', sample.path, '--port', '0', '--sample', ...QUIET]);
    token = await server.printed(/Super admin token \(shown once\): (\S+)\n/);
    await server.printed(/(My first article)/);
  });
  afterAll(async () => {
    await server.kill();
    sample.remove();
  });

  const command = (...args: string[]): ReturnType<ServerProcess['ended']> =>
    new ServerProcess([...args, '--data', sample.path]).ended();

  it('comes with a super admin token that is shown once, so that nobody else can set one', async () => {
    const address = await server.address();
    const body = {
      project: 'stolen',
      super_admin_token: 'somebody-elses-token',
      db_type: 'sqlite',
      db_name: 'stolen',
      user_email: 'a@example.com',
      user_password: 'x',
    };
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    expect((await fetch(`${address}/server/projects`, post)).status).toBe(401);
    await endInTime(server);
    server = new ServerProcess(['serve', '--data', sample.path, '--port', '0', '--sample', ...QUIET]);
    await server.printed(/(The project "demo" is at)/);
    expect(server.stdout).not.toContain('token');
    expect(await statusOf(`${await server.address()}/server/info?super_admin_token=${token}`)).toBe(200);
  });

  it('exits with code 1 after an import with refused lines, and with 0 if there were none', async () => {
    const lines = join(sample.path, 'lines');
    writeFileSync(lines, '{"name":"food again"}\n{"nome":"misspelt"}\n');
    const half = await command('import', lines, '--project', 'demo', '--collection', 'tags', '--name', 'half');
    expect(half).toMatchObject({ code: 1, stdout: '1 items created, 0 updated, 1 rows refused\n' });
    expect(readFileSync(`${lines}.refused.csv`, 'utf8')).toContain('misspelt');
    writeFileSync(lines, '{"name":"weather"}\n');
    const whole = await command('import', lines, '--project', 'demo', '--collection', 'tags', '--name', 'whole');
    expect(whole).toMatchObject({ code: 0, stdout: '1 items created, 0 updated, 0 rows refused\n' });
  });

  it('exits with code 1 after a check with a broken file, and with 0 if all are complete', async () => {
    const check = () => command('storage', 'check', '--project', 'demo', '--grace', '0');
    expect(await check()).toMatchObject({ code: 0 });
    const originals = join(sample.path, 'uploads', 'demo', 'originals');
    mkdirSync(originals, { recursive: true });
    writeFileSync(join(originals, 'nobodys.txt'), 'left over');
    expect(await check()).toMatchObject({ code: 1, stderr: '' });
    expect(await command('storage', 'check', '--grace', '0', '--repair')).toMatchObject({ code: 0 });
    expect(readdirSync(originals)).not.toContain('nobodys.txt');
    expect(await check()).toMatchObject({ code: 0 });
  });

  it('continues silently when the reader of its output goes away', () => {
    const run = `"${process.execPath}" "${builtMain()}"`;
    const piped = (args: string): { stderr: string; codes: string } => {
      const { stderr } = spawnSync(
        'bash',
        ['-c', `${run} ${args} --data "${sample.path}" | true; echo "\${PIPESTATUS[0]}" >&2`],
        {
          encoding: 'utf8',
        },
      );
      const lines = stderr.trimEnd().split('\n');
      return { stderr: lines.slice(0, -1).join('\n'), codes: lines.at(-1) ?? '' };
    };
    for (const args of ['project list', 'deliveries list --project demo', 'storage check', 'project --help'])
      expect(piped(args), args).toEqual({ stderr: '', codes: '0' });
  });
});
