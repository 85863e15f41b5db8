import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtMain } from '../support/built.ts';
import { servedFolder } from '../support/served-folder.ts';
import { ServerProcess } from '../support/server-process.ts';

const folder = servedFolder();

function start(args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): ServerProcess {
  return folder.serve(['--log-level', 'silent', ...args], environment);
}

async function dataAt(url: string, token?: string): Promise<{ status: number; data: unknown }> {
  const response = await fetch(url, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as { data: unknown };
  return { status: response.status, data };
}

describe('the sample project', () => {
  it('prints three requests that work when pasted into a shell', async () => {
    const server = start(['--sample']);
    const password = await server.printed(/password {2,}(\S+)/);
    await server.printed(/(My first article.*\n)/);
    const commands = server.stdout.split('\n').filter((line) => line.startsWith('  curl '));
    expect(commands).toHaveLength(3);
    const [list, one, created] = commands.map((command) => JSON.parse(shell(command)).data);
    expect(list).toHaveLength(3);
    expect(one).toEqual({
      title: 'The Night Train to Trieste',
      author: { name: 'Oskar Brandt' },
      tags: [{ tag: { name: 'travel' } }],
    });
    expect(created).toMatchObject({ title: 'My first article', slug: 'my-first-article', status: 'draft', author: 1 });
    const signedIn = await fetch(`${await server.address()}/demo/auth/authenticate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password }),
    });
    expect(signedIn.status).toBe(200);
  });

  it('shows published articles, their authors and tags to the public, and nothing else', async () => {
    const server = start(['--sample']);
    await server.printed(/(My first article)/);
    const items = `${await server.address()}/demo/items`;
    const { data } = await dataAt(`${items}/articles?fields=status,author.name,tags.tag.name&status=*`);
    expect(data).toHaveLength(9);
    expect(data).toContainEqual({
      status: 'published',
      author: { name: 'Mateo Ferrer' },
      tags: [{ tag: { name: 'food' } }, { tag: { name: 'craft' } }],
    });
    expect(Object.keys(((await dataAt(`${items}/authors`)).data as object[])[0] ?? {})).not.toContain('email');
    expect((await dataAt(`${items}/comments`)).status).toBe(401);
    expect((await dataAt(`${items}/articles/10`)).status).toBe(404);
  });

  it('is reused by a second start, which shows no secret again', async () => {
    const first = start(['--sample']);
    const token = await first.printed(/static token {2,}(\S+)/);
    first.signal('SIGTERM');
    expect((await first.ended()).code).toBe(0);
    const second = start(['--sample']);
    await second.printed(/(The project "demo" is at .*)\n/);
    expect(second.stdout).not.toMatch(/password|token|curl/);
    const { data } = await dataAt(`${await second.address()}/demo/items/articles?status=*&limit=-1`, token);
    expect(data).toHaveLength(12);
  });

  it('is created only on request', async () => {
    const server = start();
    expect((await fetch(`${await server.address()}/server/projects`)).status).toBe(503);
    expect(existsSync(join(folder.path, 'databases'))).toBe(false);
  });

  it('leaves nothing behind if it cannot be created', async () => {
    mkdirSync(join(folder.path, 'uploads'));
    writeFileSync(join(folder.path, 'uploads', 'demo'), 'no folder');
    const { code, stderr } = await start(['--sample']).ended();
    expect(code).toBe(78);
    expect(stderr).toMatch(/^octavo: the sample project cannot be made: .*\n$/);
    for (const name of ['config', 'databases', 'uploads']) expect(readdirSync(join(folder.path, name))).toEqual([]);
  });

  it('starts over after a start that was killed while creating it', async () => {
    const first = start(['--sample']);
    await first.printed(/(My first article)/);
    await first.kill();
    writeFileSync(join(folder.path, 'config', '_sample-unfinished'), '');
    const second = start(['--sample']);
    const token = await second.printed(/static token {2,}(\S+)/);
    await second.printed(/(My first article)/);
    const { data } = await dataAt(`${await second.address()}/demo/items/articles?status=*`, token);
    expect(data).toHaveLength(12);
  });

  it('never touches a database file that belongs to no project', async () => {
    mkdirSync(join(folder.path, 'databases'));
    writeFileSync(join(folder.path, 'databases', 'demo.db'), 'precious');
    const server = start(['--sample']);
    await server.address();
    await server.printed(/(Super admin token)/);
    expect(server.stdout).not.toContain('demo');
    expect(readdirSync(folder.path)).toEqual(['config', 'databases', 'servers']);
    expect(readdirSync(join(folder.path, 'config'))).toEqual(['_super-admin']);
  });
});

function shell(command: string): string {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command.replace('curl ', 'curl -s ')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}

describe('stopping', () => {
  it('answers requests in flight after SIGTERM, then exits 0', async () => {
    const server = start();
    const socket = await halfSentRequest(await server.address());
    server.signal('SIGTERM');
    await new Promise((done) => setTimeout(done, 200));
    const since = performance.now();
    socket.write('}');
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 422 /);
    expect(await server.ended()).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - since).toBeLessThan(5000);
  });

  it('cuts off unfinished requests within ten seconds', { timeout: 15_000 }, async () => {
    const server = start();
    const socket = await halfSentRequest(await server.address());
    socket.on('error', () => {});
    const since = performance.now();
    server.signal('SIGTERM');
    expect((await server.ended()).code).toBe(0);
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it('exits at once after a second SIGTERM', async () => {
    const server = start();
    const socket = await halfSentRequest(await server.address());
    socket.on('error', () => {});
    server.signal('SIGTERM');
    await new Promise((done) => setTimeout(done, 100));
    const since = performance.now();
    server.signal('SIGTERM');
    expect((await server.ended()).code).toBe(1);
    expect(performance.now() - since).toBeLessThan(5000);
  });
});

/** A request to create a project whose body lacks its last brace. */
async function halfSentRequest(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((done) => socket.once('connect', done));
  socket.write(`POST /server/projects HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`);
  socket.write('Content-Length: 2\r\n\r\n{');
  await new Promise((done) => setTimeout(done, 100));
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

describe('unusable options', () => {
  const project = { database: { type: 'sqlite', name: 'x' }, auth: { secret: 's', public: 'p' } };
  const refused: readonly [what: string, options: Refused, complaint: RegExp][] = [
    ['a port that is none', { args: ['--port', '99999'] }, /--port must be a number from 0 to 65535, not "99999"/],
    ['a level that is none', { args: ['--log-level', 'loud'] }, /--log-level must be one of .*, not "loud"/],
    ['a host that is none', { args: ['--host', 'a b'] }, /--host must be an address or a host name/],
    ['a public URL that is none', { args: ['--public-url', 'ftp://x'] }, /--public-url must be an http or https/],
    ['an unknown option', { args: ['--colour', 'red'] }, /unknown option '--colour'/],
    ['an option without its value', { args: ['--host'] }, /option '--host <address>' argument missing/],
    ['a wrong variable', { environment: { OCTAVO_LOG_LEVEL: 'loud' }, bare: true }, /must be one of/],
    ['a data folder that is a file', { args: ['--data', '/dev/null'] }, /the data folder \/dev\/null is not a folder/],
    ['a data folder that cannot be made', { args: ['--data', '/proc/nope'] }, /the data folder \/proc\/nope cannot be/],
    ['a project file that is no JSON', { file: '{"auth": {"secret": tops' }, /p\.json: is not valid JSON/],
    ['a project file that is a list', { file: '[]' }, /p\.json: is not a JSON object/],
    ['a project file without keys', { file: JSON.stringify({ ...project, auth: {} }) }, /"auth" must hold/],
    [
      'an unknown engine',
      { file: JSON.stringify({ ...project, database: { type: 'dbase' } }) },
      /"database\.type" must/,
    ],
    [
      'a path as a database',
      { file: JSON.stringify({ ...project, database: { type: 'sqlite', name: '../x' } }) },
      /name/,
    ],
    ['a super admin file that is no digest', { superAdmin: 'hunter2' }, /_super-admin: is not the digest of a token/],
  ];

  it.each(refused)('%s is one line on stderr and exit code 78', async (_what, options, complaint) => {
    const { code, stderr, stdout } = await refusedStart(options).ended();
    expect(stderr).toMatch(/^octavo: [^\n]+\n$/);
    expect(stderr).toMatch(complaint);
    expect(stderr).not.toMatch(/tops|hunter2/);
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(existsSync(join(folder.path, 'databases'))).toBe(false);
  });

  it.each([
    ['adopt', ['--yes']],
    ['restore', [builtMain()]],
    ['project', ['create', '--user-email', 'a@example.com', '--user-password', 'a long password']],
  ])('%s says in one line that the data folder cannot be made', async (command, more) => {
    const flags = ['--data', '/proc/nope', '--project', 'p', '--db-type', 'sqlite', '--db-name', 'p'];
    const { code, stderr } = await new ServerProcess([command, ...more, ...flags]).ended();
    expect(stderr).toMatch(/^octavo: the data folder \/proc\/nope cannot be used: [^\n]+\n$/);
    expect(code).toBe(78);
  });

  it('says so if the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await start(['--port', String(port), '--sample']).ended();
    other.close();
    expect(stderr).toMatch(
      /^octavo: cannot listen on 127\.0\.0\.1:\d+: [^\n]+ choose another port with --port or OCTAVO_PORT\n$/,
    );
    expect(code).toBe(78);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  interface Refused {
    readonly args?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
    /** Without the flags that would override variables. */
    readonly bare?: true;
    readonly file?: string;
    readonly superAdmin?: string;
  }

  function refusedStart({ args = [], environment, bare, file, superAdmin }: Refused): ServerProcess {
    const config = join(folder.path, 'config');
    mkdirSync(config);
    if (file !== undefined) writeFileSync(join(config, 'p.json'), file);
    if (superAdmin !== undefined) writeFileSync(join(config, '_super-admin'), superAdmin);
    if (!bare) return start(args, environment);
    rmSync(config, { recursive: true });
    return folder.serve([], environment);
  }
});
