import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkStorage } from '../../src/services/files/check.ts';
import { storageConfigOf } from '../../src/storage/config.ts';
import { BucketStorage } from '../../src/storage/s3.ts';
import { BucketClient } from '../../src/storage/s3-client.ts';
import { TranslatedStorage } from '../../src/storage/translated.ts';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { type Fault, FaultyFront } from '../support/faulty-front.ts';
import { doJob } from '../support/jobs.ts';
import { ADMIN_TOKEN, createTestProject, type TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';

/** Larger than one part of an upload. */
const LARGE = 7_000_000;
const UNAVAILABLE = { status: 503, code: 11 };

interface Uploaded {
  readonly id: number;
  readonly private_hash: string;
  readonly filename_disk: string;
  readonly checksum: string;
}

const sumOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** The lines of the server's log since it was last emptied. */
const lines: string[] = [];
const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) });

let bucket: BucketServer;
let front: FaultyFront;
let server: Running;
let project: TestProject;
beforeAll(async () => {
  bucket = await startBucketServer();
  front = await FaultyFront.start(String(bucket.section.endpoint));
  server = await startServer({}, log);
  project = await projectIn({});
}, 60_000);
beforeEach(() => {
  front.mend();
  lines.length = 0;
});
afterAll(async () => {
  await server?.stop();
  await front?.stop();
  await bucket?.stop();
});

function projectIn(changed: Readonly<Record<string, string>>): Promise<TestProject> {
  const storage = { ...bucket.section, endpoint: front.address, ...changed };
  return createTestProject(server, { db_type: 'sqlite', storage });
}

async function upload(bytes: Buffer, name = 'a.bin', { key } = project) {
  const body = new FormData();
  body.append('data', new Blob([new Uint8Array(bytes)]), name);
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
  const answer = await fetch(`${server.base}/${key}/files`, { method: 'POST', headers, body });
  const { data, error } = (await answer.json()) as { data: Uploaded; error?: { code: number } };
  return { status: answer.status, code: error?.code, file: data };
}

const asset = (hash: string): Promise<Response> => fetch(`${server.base}/${project.key}/assets/${hash}`);

/** Rows, and all objects in the bucket. */
async function state(): Promise<string> {
  const { storage } = await opened();
  const names: string[] = [];
  for (const room of ['originals/', 'pending/', 'generated/'])
    for await (const { name } of storage.list(room)) names.push(name);
  return `${await project.digest()} ${names.sort()}`;
}

async function opened() {
  return project.opened();
}

/** A fault that affects the next requests of a kind. */
function meet(fault: Fault, times: number, method: string, path = ''): void {
  let left = times;
  front.fault = (request: IncomingMessage) =>
    request.method === method && request.url?.includes(path) && left-- > 0 ? fault : 'none';
}

const faults: readonly [string, Fault][] = [
  ['answers 500', { status: 500 }],
  ['answers 503, slow down', { status: 503 }],
  ['cuts the connection', 'cut while sending'],
];

describe.each(faults)('a bucket that %s', (_name, fault) => {
  it.each([1000, LARGE])('is retried, and then contains all %i bytes', async (size) => {
    const bytes = randomBytes(size);
    meet(fault, 2, 'PUT');
    const { status, file } = await upload(bytes);
    expect([status, file.checksum]).toEqual([200, sumOf(bytes)]);
    expect(sumOf(Buffer.from(await (await asset(file.private_hash)).arrayBuffer()))).toBe(file.checksum);
  });

  it.each([1000, LARGE])('is given up after three attempts, and nothing of %i bytes remains', async (size) => {
    const before = await state();
    meet(fault, Number.POSITIVE_INFINITY, 'PUT');
    front.requests.length = 0;
    expect(await upload(randomBytes(size))).toMatchObject(UNAVAILABLE);
    expect(front.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(3);
    front.mend();
    expect(await state()).toBe(before);
  });
});

describe('a bucket that fails', () => {
  it('in the last step of an upload leaves nothing', async () => {
    const before = await state();
    front.fault = ({ method, url }) => (method === 'POST' && url?.includes('uploadId') ? { status: 500 } : 'none');
    expect(await upload(randomBytes(LARGE))).toMatchObject(UNAVAILABLE);
    front.mend();
    expect(await state()).toBe(before);
  });

  it('in the middle of a read ends the answer, and nothing else', async () => {
    const { file } = await upload(randomBytes(1_000_000));
    meet('cut while answering', 1, 'GET', file.filename_disk);
    const answer = await asset(file.private_hash);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect((await asset(file.private_hash)).status).toBe(200);
  });

  it('before the first byte of a file, but after the headers, is reported', async () => {
    const { file } = await upload(randomBytes(1000));
    front.fault = ({ method, url = '' }) =>
      method === 'GET' && url.includes(file.filename_disk) ? 'cut after the headers' : 'none';
    const answer = await asset(file.private_hash);
    expect([answer.status, ((await answer.json()) as { error: { code: number } }).error.code]).toEqual([503, 11]);
    expect(answer.headers.get('etag')).toBe(null);
    expect(answer.headers.get('content-disposition')).toBe(null);
  });

  it('in the middle of an image is reported, and the image is made later', async () => {
    const create = { width: 900, height: 700, channels: 3, background: '#a53' } as const;
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const image = await sharp({ create: { ...create, noise } })
      .png()
      .toBuffer();
    const { file } = await upload(image, 'a.png');
    meet('cut while answering', 1, 'GET', `originals/${file.filename_disk}`);
    const first = await asset(`${file.private_hash}?key=thumbnail`);
    expect([first.status, ((await first.json()) as { error: { code: number } }).error.code]).toEqual([503, 11]);
    expect((await asset(`${file.private_hash}?key=thumbnail`)).status).toBe(200);
  });

  it('while a file is renamed leaves it as it was', async () => {
    const { file } = await upload(randomBytes(1000));
    const before = await state();
    meet({ status: 500 }, Number.POSITIVE_INFINITY, 'PUT');
    const { status, body } = await project.ask('PATCH', `/files/${file.id}`, { filename_disk: 'other.bin' });
    expect([status, body.error?.code]).toEqual([503, 11]);
    front.mend();
    expect(await state()).toBe(before);
    expect((await asset(file.private_hash)).status).toBe(200);
  });

  it.each([
    ['when a content is replaced after its row', async () => {}],
    ['when a project is opened in which one waits', () => server.app.registry.close(project.key)],
  ])('%s has it in its place as soon as it can', async (_name, happens) => {
    const { file } = await upload(randomBytes(1000));
    const bytes = randomBytes(2000);
    front.fault = ({ headers }) => ('x-amz-copy-source' in headers ? { status: 503 } : 'none');
    const { status } = await project.ask('PATCH', `/files/${file.id}`, { data: bytes.toString('base64') });
    expect(status).toBe(200);
    await happens();
    await opened();
    front.mend();
    const content = async () => sumOf(Buffer.from(await (await asset(file.private_hash)).arrayBuffer()));
    await expect.poll(content).toBe(sumOf(bytes));
  });

  it('on a removal leaves an object that a storage check removes', async () => {
    const { file } = await upload(randomBytes(1000));
    const before = await state();
    meet({ status: 403 }, Number.POSITIVE_INFINITY, 'DELETE');
    expect((await project.ask('DELETE', `/files/${file.id}`)).status).toBe(204);
    expect((await asset(file.private_hash)).status).toBe(404);
    front.mend();
    const everything = { repair: true, contents: true, before: new Date(Date.now() + 60_000) };
    const { orphans, broken } = await checkStorage(await opened(), everything);
    expect([orphans, broken]).toEqual([[`originals/${file.filename_disk}`], []]);
    expect(await state()).not.toContain(file.filename_disk);
    expect(before).toContain(file.filename_disk);
  });
});

describe('the log', () => {
  const told = (text: string): string[] => lines.filter((line) => line.includes(text));

  it('says once why contents cannot be put into their places, without secrets', async () => {
    const own = await projectIn({});
    const { file } = await upload(randomBytes(1000), 'a.bin', own);
    const refusal = '<Error><Code>RequestTimeTooSkewed</Code></Error>';
    front.fault = ({ headers }) => ('x-amz-copy-source' in headers ? { status: 403, body: refusal } : 'none');
    for (const size of [10, 20]) {
      const data = randomBytes(size).toString('base64');
      expect((await own.ask('PATCH', `/files/${file.id}`, { data })).status).toBe(200);
    }
    expect(told('RequestTimeTooSkewed')).toHaveLength(1);
    expect(told('AWS4-HMAC')).toEqual([]);
  });

  it('says once why objects cannot be removed', async () => {
    const own = await projectIn({});
    const files = [await upload(randomBytes(1000), 'a.bin', own), await upload(randomBytes(1000), 'a.bin', own)];
    meet({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }, Number.POSITIVE_INFINITY, 'DELETE');
    for (const { file } of files) expect((await own.ask('DELETE', `/files/${file.id}`)).status).toBe(204);
    expect(told('AccessDenied')).toHaveLength(1);
  });

  it('says why a job could not continue, and the job is tried again', async () => {
    const own = await projectIn({});
    const { file } = await upload(randomBytes(1_000_000), 'a.bin', own);
    meet('cut while answering', 1, 'GET', file.filename_disk);
    const { result } = await doJob(own, { kind: 'backup' });
    expect(result).toMatchObject({ bytes: expect.any(Number) });
    expect(told('did not answer GET')).toHaveLength(1);
  });
});

/** What a proxy or a captive portal answers in place of a bucket. */
const PAGE = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Please sign in</html>' };

/** The answer without the headers whose names begin with these. */
function lacking(headers: OutgoingHttpHeaders, ...names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

describe('a bucket for which something else answers 200', () => {
  it.each([
    ['a short upload', 1000, 'PUT', ''],
    ['the beginning of a long upload', LARGE, 'POST', '?uploads'],
    ['a part of a long upload', LARGE, 'PUT', 'partNumber=2'],
    ['the end of a long upload', LARGE, 'POST', 'uploadId'],
  ])('refuses %s, and nothing of it remains', async (_name, size, method, path) => {
    const before = await state();
    meet(PAGE, Number.POSITIVE_INFINITY, method, path);
    expect(await upload(randomBytes(size))).toMatchObject(UNAVAILABLE);
    front.mend();
    expect(await state()).toBe(before);
  });

  it.each(['HEAD', 'GET'])('never delivers the page as a file: %s', async (method) => {
    const { file } = await upload(randomBytes(1000));
    meet(PAGE, Number.POSITIVE_INFINITY, method, file.filename_disk);
    const answer = await asset(file.private_hash);
    expect([answer.status, ((await answer.json()) as { error: { code: number } }).error.code]).toEqual([503, 11]);
  });

  it('renames nothing to a copy of the page', async () => {
    const { file } = await upload(randomBytes(1000));
    const before = await state();
    meet(PAGE, Number.POSITIVE_INFINITY, 'GET', file.filename_disk);
    const { status } = await project.ask('PATCH', `/files/${file.id}`, { filename_disk: 'page.bin' });
    expect(status).toBe(503);
    front.mend();
    expect(await state()).toBe(before);
  });

  it('keeps a content that is to replace another', async () => {
    const { file } = await upload(randomBytes(1000));
    const bytes = randomBytes(2000);
    front.fault = ({ headers }) => ('x-amz-copy-source' in headers ? PAGE : 'none');
    const { status } = await project.ask('PATCH', `/files/${file.id}`, { data: bytes.toString('base64') });
    expect(status).toBe(200);
    front.mend();
    const content = async () => sumOf(Buffer.from(await (await asset(file.private_hash)).arrayBuffer()));
    await expect.poll(content).toBe(sumOf(bytes));
  });
});

describe('a list of objects', () => {
  const keys = (page: string): string => `<?xml version="1.0"?><ListBucketResult>${page}</ListBucketResult>`;
  it.each<[string, Fault]>([
    ['is a page of something else', PAGE],
    ['is cut off', ({ status, body }) => ({ status, body: Buffer.from(body).subarray(0, body.length / 2) })],
    ['has no further pages although it says so', { status: 200, body: keys('<IsTruncated>true</IsTruncated>') }],
    [
      'leads back to the same page',
      { status: 200, body: keys('<IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>') },
    ],
    ['does not know its own continuation token', { status: 400 }],
  ])('that %s is not taken for the objects of a bucket', async (_name, fault) => {
    meet(fault, Number.POSITIVE_INFINITY, 'GET', 'list-type');
    const names: string[] = [];
    const listed = (async () => {
      for await (const { name } of (await opened()).storage.list('originals/')) names.push(name);
    })();
    await expect(listed).rejects.toMatchObject({ entry: 'storageUnavailable' });
  });
});

describe('a bucket that answers with other bytes than it says', () => {
  it('and loses a part of an upload has nothing of it', async () => {
    const before = await state();
    front.fault = ({ method, url = '' }) =>
      method === 'HEAD' && url.includes('originals')
        ? ({ status, headers }) => ({ status, headers: { ...headers, 'content-length': '5242880' } })
        : 'none';
    expect(await upload(randomBytes(LARGE))).toMatchObject(UNAVAILABLE);
    front.mend();
    expect(await state()).toBe(before);
  });

  it('as it ignores ranges, answers no range with them', async () => {
    const bytes = randomBytes(1000);
    const { file } = await upload(bytes);
    front.fault = ({ method, url = '' }) =>
      method === 'GET' && url.includes(file.filename_disk)
        ? ({ headers }) => ({
            status: 200,
            headers: { ...lacking(headers, 'content-range'), 'content-length': '1000' },
            body: bytes,
          })
        : 'none';
    const headers = { Range: 'bytes=10-19' };
    const answer = await fetch(`${server.base}/${project.key}/assets/${file.private_hash}`, { headers });
    expect(answer.status).toBe(503);
  });

  it.each([
    ['fewer', (body: Buffer) => body.subarray(1)],
    ['more', (body: Buffer) => Buffer.concat([body, body])],
  ])('and sends %s of a range breaks off', async (_name, altered) => {
    const { file } = await upload(randomBytes(1000));
    front.fault = ({ method, url = '' }) =>
      method === 'GET' && url.includes(file.filename_disk)
        ? ({ status, headers, body }) => ({
            status,
            headers: lacking(headers, 'content-length'),
            body: altered(Buffer.from(body)),
          })
        : 'none';
    const headers = { Range: 'bytes=10-19' };
    const answer = await fetch(`${server.base}/${project.key}/assets/${file.private_hash}`, { headers });
    if (answer.status === 503) return;
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('and does not say how many is told of', async () => {
    const { file } = await upload(randomBytes(1000));
    const alter: Fault = ({ status, headers, body }) => ({ status, headers: lacking(headers, 'content-length'), body });
    meet(alter, Number.POSITIVE_INFINITY, 'HEAD', file.filename_disk);
    expect((await asset(file.private_hash)).status).toBe(503);
  });
});

it.each([
  ['does not exist', { bucket: 'nowhere' }],
  ['does not know the key', { key: 'nobody' }],
  ['cannot be reached', { endpoint: 'http://127.0.0.1:9' }],
])('a bucket that %s is told of', async (_name, changed) => {
  const other = await projectIn(changed);
  expect(await upload(randomBytes(1000), 'a.bin', other)).toMatchObject(UNAVAILABLE);
  const { body } = await other.ask('GET', '/files');
  expect(body.data).toEqual([]);
});

describe('a bucket that is used directly', () => {
  const storage = (name = String(bucket.section.bucket), silenceMs = 300): TranslatedStorage => {
    const section = { ...bucket.section, endpoint: front.address, bucket: name };
    const config = {
      project: 'p',
      private: false,
      database: { type: 'sqlite', name: 'p' },
      auth: { secret: '', public: '' },
      sections: { storage: section },
    } as const;
    const { bucket: reached } = storageConfigOf(config, '');
    if (!reached) throw new Error('no bucket');
    return new TranslatedStorage(new BucketStorage(new BucketClient(reached, silenceMs), { originals: 'silent' }));
  };
  const bytes = (): Readable => Readable.from([Buffer.alloc(1000)]);

  it.each([
    ['stat', () => storage().stat('originals/a')],
    ['read', () => storage().read('originals/a')],
    ['write', () => storage().write('originals/a', bytes())],
    ['remove', () => storage().remove('originals/a')],
  ])('is asked once, and given up if it is silent: %s', async (_name, work) => {
    front.fault = () => 'silent';
    await expect(work()).rejects.toMatchObject({ entry: 'storageUnavailable' });
    expect(front.requests.filter((request) => request.includes('/silent/'))).toHaveLength(1);
  });

  it('is given up if it drips, in the content of an object and in an answer about it', async () => {
    await storage().write('originals/drips', Readable.from([randomBytes(100_000)]));
    front.fault = ({ method }) => (method === 'GET' ? 'drip' : 'none');
    const stream = await storage().read('originals/drips');
    await expect(buffer(stream as Readable)).rejects.toMatchObject({ entry: 'storageUnavailable' });
    await expect(storage().stat('originals/nothing')).rejects.toMatchObject({ entry: 'storageUnavailable' });
  });

  it('is asked again after the time that it asks for', async () => {
    meet({ status: 503, headers: { 'retry-after': '1' } }, 1, 'PUT');
    const began = performance.now();
    await storage().write('originals/later', bytes());
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it.each(['3600', () => new Date(Date.now() + 3_600_000).toUTCString()])(
    'is not asked again if it asks for a long wait',
    async (asked) => {
      const headers = { 'retry-after': typeof asked === 'string' ? asked : asked() };
      meet({ status: 429, headers }, 1, 'PUT');
      await expect(storage().write('originals/never', bytes())).rejects.toMatchObject({ entry: 'storageUnavailable' });
    },
  );

  const uses: readonly [string, (from: TranslatedStorage) => Promise<unknown>][] = [
    ['stat', (from) => from.stat('originals/missing')],
    ['read', (from) => from.read('originals/missing')],
    ['remove', (from) => from.remove('originals/missing')],
    ['claim', async (from) => !(await from.claim('originals/missing'))],
  ];
  it.each(uses)('is told apart from a missing object if it is gone: %s', async (name, use) => {
    await expect(use(storage('nowhere'))).rejects.toMatchObject({ entry: 'storageUnavailable' });
    expect((await use(storage())) || null, name).toBe(null);
    front.fault = () => ({ ...PAGE, status: 404 });
    await expect(use(storage())).rejects.toMatchObject({ entry: 'storageUnavailable' });
  });

  it('is not given up because a reader is slow', async () => {
    const content = randomBytes(3_000_000);
    const silenceMs = 1_000;
    const patient = storage(undefined, silenceMs);
    await patient.write('originals/slow', Readable.from([content]));
    const stream = await patient.read('originals/slow');
    await new Promise((done) => setTimeout(done, 2 * silenceMs));
    expect(sumOf(await buffer(stream as Readable))).toBe(sumOf(content));
  });
});
