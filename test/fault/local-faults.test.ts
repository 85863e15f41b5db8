import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { checkStorage } from '../../src/services/files/check.ts';
import { type Call, disk } from '../support/faulty-files.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';

vi.mock('node:fs/promises', async () => (await import('../support/faulty-files.ts')).faultyFiles());

const UNAVAILABLE = [503, 11];
const FULL = [507, 11];
const CODES = ['ENOSPC', 'EACCES', 'EROFS', 'EIO'] as const;
const BOUNDARY = 'boundary-of-parts';
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="data"; filename="a.bin"\r\n\r\n`;

interface Uploaded {
  readonly id: number;
  readonly private_hash: string;
  readonly filename_disk: string;
}

type Outcome = readonly [status: number, code: number | null | undefined];

const sumOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

onEveryEngine('files in folders with faults', ({ server, project }) => {
  let image: Buffer;
  let file: Uploaded;

  beforeAll(async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const create = { width: 300, height: 200, channels: 3, background: '#a53', noise } as const;
    image = await sharp({ create }).png().toBuffer();
  });
  afterAll(() => {
    disk.fault = () => null;
  });
  beforeEach(async () => {
    disk.fault = () => null;
    ({ file } = await upload(image, 'a.png'));
  });

  const uploads = (): string => join(server.data, 'uploads', project.key);
  const originals = (): string => join(uploads(), 'originals');
  const fail = (code: string, ...calls: readonly Call[]): void => {
    disk.fault = (call, path) => (calls.includes(call) && path.startsWith(uploads()) ? code : null);
  };

  async function upload(bytes: Buffer, name = 'a.bin') {
    const body = new FormData();
    body.append('data', new Blob([new Uint8Array(bytes)]), name);
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await fetch(`${server.base}/${project.key}/files`, { method: 'POST', headers, body });
    const { data, error } = (await answer.json()) as { data: Uploaded; error?: { code: number } };
    return { outcome: [answer.status, error?.code] as Outcome, file: data };
  }

  async function change(body: object): Promise<Outcome> {
    const answer = await project.ask('PATCH', `/files/${file.id}`, body);
    return [answer.status, answer.body.error?.code];
  }

  async function look(box: string): Promise<Outcome> {
    const answer = await fetch(`${server.base}/${project.key}/assets/${file.private_hash}${box}`);
    const error = answer.ok ? undefined : ((await answer.json()) as { error: { code: number } }).error;
    return [answer.status, error?.code];
  }

  /** All rows, and all files in the folders. */
  async function state(): Promise<string> {
    const names = existsSync(uploads()) ? readdirSync(uploads(), { recursive: true, encoding: 'utf8' }) : [];
    const files = names.filter((name) => statSync(join(uploads(), name)).isFile()).sort();
    return `${await project.digest()} ${files}`;
  }

  async function contentOf({ private_hash: hash }: Uploaded): Promise<string> {
    const answer = await fetch(`${server.base}/${project.key}/assets/${hash}`);
    return sumOf(Buffer.from(await answer.arrayBuffer()));
  }

  const changes: Readonly<Record<string, () => Promise<Outcome>>> = {
    'an upload': async () => (await upload(randomBytes(200_000))).outcome,
    'a replacement': () => change({ data: randomBytes(3000).toString('base64') }),
    'a new name': () => change({ filename_disk: `${randomBytes(8).toString('hex')}.png` }),
    'a thumbnail': () => look('?key=directus-small-crop'),
  };
  const calls: readonly Call[] = ['mkdir', 'open', 'write', 'rename'];

  for (const [name, make] of Object.entries(changes)) {
    it.each(CODES)(
      `refuse ${name} with error 11 if they fail with %s, leave nothing, and do it later`,
      async (code) => {
        for (const call of calls) {
          const before = await state();
          fail(code, call);
          expect([call, ...(await make())]).toEqual([call, ...(code === 'ENOSPC' ? FULL : UNAVAILABLE)]);
          disk.fault = () => null;
          expect([call, await state()]).toEqual([call, before]);
        }
        expect((await make())[0]).toBe(200);
      },
    );
  }

  it('refuse anything that might be lost in a power failure', async () => {
    for (const make of [changes['an upload'], changes['a replacement'], changes['a new name']]) {
      const before = await state();
      fail('EIO', 'sync');
      expect(await make?.()).toEqual(UNAVAILABLE);
      disk.fault = () => null;
      expect(await state()).toBe(before);
    }
  });

  it('put a replaced object into place as soon as possible', async () => {
    const bytes = randomBytes(3000);
    disk.fault = (call, path) => (call === 'rename' && /\/pending\/\d+\//.test(path) ? 'EIO' : null);
    expect((await change({ data: bytes.toString('base64') }))[0]).toBe(200);
    expect(await contentOf(file)).toBe(sumOf(image));
    disk.fault = () => null;
    await expect.poll(() => contentOf(file)).toBe(sumOf(bytes));
    expect(await state()).not.toContain('pending');
  });

  it('keep an object that cannot be removed until a storage check', async () => {
    fail('EIO', 'unlink');
    expect((await project.ask('DELETE', `/files/${file.id}`)).status).toBe(204);
    expect((await look(''))[0]).toBe(404);
    disk.fault = () => null;
    const found = await project.opened();
    const everything = { repair: true, contents: true, before: new Date(Date.now() + 60_000) };
    expect((await checkStorage(found, everything)).orphans).toContain(`originals/${file.filename_disk}`);
    expect(await state()).not.toContain(file.filename_disk);
  });

  it('refuse everything while a file blocks their path', async () => {
    const before = await state();
    const aside = join(server.data, `aside-${project.key}`);
    renameSync(uploads(), aside);
    writeFileSync(uploads(), '');
    const digest = await project.digest();
    expect((await upload(randomBytes(1000))).outcome).toEqual(UNAVAILABLE);
    expect(await change({ data: image.toString('base64') })).toEqual(UNAVAILABLE);
    expect(await project.digest()).toBe(digest);
    rmSync(uploads());
    renameSync(aside, uploads());
    expect(await state()).toBe(before);
    expect((await upload(randomBytes(1000))).outcome[0]).toBe(200);
    expect(await contentOf(file)).toBe(sumOf(image));
  });

  it('are recreated if somebody has removed them', async () => {
    rmSync(uploads(), { recursive: true });
    expect((await look(''))[0]).toBe(404);
    expect(await look('?key=directus-small-crop')).toEqual([422, 12]);
    const bytes = randomBytes(1000);
    const { outcome, file: next } = await upload(bytes);
    expect([outcome[0], await contentOf(next)]).toEqual([200, sumOf(bytes)]);
    expect((await change({ data: image.toString('base64') }))[0]).toBe(200);
    expect(await contentOf(file)).toBe(sumOf(image));
  });

  it('refuse an upload during which they are removed', async () => {
    const path = `/${project.key}/files`;
    const headers = {
      Authorization: `Bearer ${ADMIN_TOKEN}`,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    };
    const sent = request(`${server.base}${path}`, { method: 'POST', headers });
    const answered = new Promise<Outcome>((done, lost) => {
      sent.once('error', lost).once('response', async (answer) => {
        done([answer.statusCode ?? 0, (JSON.parse(await text(answer)) as { error?: { code: number } }).error?.code]);
      });
    });
    const digest = await project.digest();
    sent.write(HEAD);
    sent.write(randomBytes(100_000));
    const incoming = join(originals(), '.incoming');
    const unfinished = () => readdirSync(incoming).filter((name) => name !== 'pending').length;
    await expect.poll(unfinished).toBe(1);
    rmSync(uploads(), { recursive: true });
    sent.end(`\r\n--${BOUNDARY}--\r\n`);
    expect(await answered).toEqual(UNAVAILABLE);
    expect(await project.digest()).toBe(digest);
    expect(await state()).toBe(`${digest} `);
    expect((await upload(randomBytes(1000))).outcome[0]).toBe(200);
  });

  it.skipIf(!mayMount())('that are full, or can only be read, refuse uploads until that is over', async () => {
    mkdirSync(originals(), { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', originals()]);
    try {
      expect((await upload(randomBytes(1000))).outcome[0]).toBe(200);
      const before = await state();
      expect((await upload(randomBytes(1_000_000))).outcome).toEqual(FULL);
      execFileSync('mount', ['-o', 'remount,ro', originals()]);
      expect((await upload(randomBytes(1000))).outcome).toEqual(UNAVAILABLE);
      execFileSync('mount', ['-o', 'remount,rw', originals()]);
      expect(await state()).toBe(before);
      expect((await upload(randomBytes(100_000))).outcome[0]).toBe(200);
    } finally {
      execFileSync('umount', [originals()]);
    }
  });
});

/** Whether this account may mount a file system in memory. */
function mayMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}
