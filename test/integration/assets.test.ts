import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { hugeGif, hugePng } from '../support/samples.ts';

const SAMPLES = new URL('../conformance/scenarios/assets/', import.meta.url);
const sample = (name: string): Buffer => readFileSync(new URL(name, SAMPLES));

interface Uploaded {
  readonly id: number;
  readonly private_hash: string;
  readonly filename_disk: string;
  readonly checksum: string;
}

const { server, project } = harnessOn('sqlite');
afterEach(() => void vi.restoreAllMocks());

async function upload(bytes: Buffer, name: string): Promise<Uploaded> {
  const form = new FormData();
  form.append('data', new Blob([new Uint8Array(bytes)]), name);
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
  const answer = await fetch(`${server.base}/${project.key}/files`, { method: 'POST', headers, body: form });
  const { data } = (await answer.json()) as { data: Uploaded };
  return data;
}

/** A response whose body has been read to its end, so that its connection is free. */
async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, init);
  const bytes = await answer.arrayBuffer();
  return new Response(answer.status === 304 ? null : bytes, answer);
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  ask(`${server.base}/${project.key}/assets/${path}`, { method, headers });

const setting = async (key: string, value: unknown): Promise<void> => {
  const { body } = await project.ask('GET', `/settings?filter[key]=${key}`);
  const [row] = body.data as { id: number }[];
  if (row) await project.ask('PATCH', `/settings/${row.id}`, { value });
  else await project.ask('POST', '/settings', { key, value });
};

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

const generated = (disk: string): string[] => {
  try {
    return readdirSync(join(server.data, 'uploads', project.key, 'generated', disk));
  } catch {
    return [];
  }
};

describe('an original', () => {
  const bytes = sample('gradient.png');
  let file: Uploaded;
  beforeAll(async () => {
    file = await upload(bytes, 'gradient.png');
  });

  it('is sent completely, with the headers that a client needs for ranges', async () => {
    const answer = await get(file.private_hash);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(Date.parse(answer.headers.get('last-modified') ?? '')).not.toBeNaN();
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=-5', -5, undefined],
    ['bytes=3000-', 3000, undefined],
  ])('is sent in part for %s', async (range, from, to) => {
    const answer = await get(file.private_hash, { Range: range });
    const part = bytes.subarray(from, to);
    expect(answer.status).toBe(206);
    expect(Buffer.from(await answer.arrayBuffer()).equals(part)).toBe(true);
    expect(answer.headers.get('content-length')).toBe(String(part.length));
    expect(answer.headers.get('content-range')).toMatch(/^bytes \d+-\d+\/3505$/);
  });

  it('is sent completely for multiple ranges, and for one of other bytes', async () => {
    const many = `bytes=${Array.from({ length: 500 }, (_, end) => `0-${end}`).join(',')}`;
    expect((await get(file.private_hash, { Range: many })).status).toBe(200);
    expect((await get(file.private_hash, { Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200);
  });

  it('refuses a range outside of it', async () => {
    const answer = await get(file.private_hash, { Range: 'bytes=9999-' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */3505');
    expect(await answer.json()).toMatchObject({ error: { code: 2 } });
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get(file.private_hash);
    const tag = headers.get('etag') ?? '';
    const unchanged = await get(file.private_hash, { 'If-None-Match': tag });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    // The length and the type of nothing would replace those of the file in a cache. (RFC 9110, section 8.6.)
    expect([unchanged.headers.get('content-length'), unchanged.headers.get('content-type')]).toEqual([null, null]);
    const since = await get(file.private_hash, { 'If-Modified-Since': headers.get('last-modified') ?? '' });
    expect(since.status).toBe(304);
    expect((await get(file.private_hash, { Range: 'bytes=0-9', 'If-Range': tag })).status).toBe(206);
  });

  it('is not sent again as a thumbnail to a client that has that thumbnail', async () => {
    const thumbnail = `${file.private_hash}?key=directus-small-crop`;
    const tag = (await get(thumbnail)).headers.get('etag') ?? '';
    expect((await get(thumbnail, { 'If-None-Match': tag })).status).toBe(304);
    expect((await get(thumbnail, { 'If-None-Match': `"other", W/${tag}` })).status).toBe(304);
    expect((await get(file.private_hash, { 'If-None-Match': tag })).status).toBe(200);
  });

  it.each(['bytes=0-9', 'bytes=9999-'])('answers HEAD for the complete file, whatever the range: %s', async (range) => {
    const answer = await get(file.private_hash, { Range: range }, 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), answer.headers.get('content-range')]).toEqual([
      200,
      '3505',
      null,
    ]);
  });

  it.each(['key[]=thumbnail', 'w[]=200&h=200&f=contain&q=80', 'q[a]=1'])(
    'refuses a list for a name or a number: %s',
    async (asked) => {
      const answer = await get(`${file.private_hash}?${asked}`);
      expect([answer.status, await answer.json()]).toMatchObject([422, { error: { code: 12 } }]);
    },
  );

  it('answers HEAD with its length and nothing else', async () => {
    const answer = await get(file.private_hash, {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '3505', '']);
    const known = await get(file.private_hash, { 'If-None-Match': answer.headers.get('etag') ?? '' }, 'HEAD');
    expect([known.status, known.headers.get('content-length')]).toEqual([304, null]);
  });

  it('is saved if a download is requested', async () => {
    const answer = await get(`${file.private_hash}?download=1`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="gradient.png"');
  });

  it('has a URL by its name on disk', async () => {
    const address = `${server.base}/uploads/${project.key}/originals/`;
    expect((await ask(address + file.filename_disk)).status).toBe(200);
    for (const name of ['none.png', '..%2f..%2fconfig', '.incoming', 'a%00b'])
      expect((await ask(address + name)).status).toBe(404);
    expect((await ask(`${server.base}/downloads/${project.key}/${file.filename_disk}`)).status).toBe(404);
  });

  it('loses its old URL at once when its hash is changed', async () => {
    const other = await upload(bytes, 'other.png');
    expect((await get(other.private_hash)).status).toBe(200);
    await project.ask('PATCH', `/files/${other.id}`, { private_hash: 'fresh0hash0value' });
    expect((await get(other.private_hash)).status).toBe(404);
    expect((await get('fresh0hash0value')).status).toBe(200);
    await project.ask('DELETE', `/files/${other.id}`);
    expect((await get('fresh0hash0value')).status).toBe(404);
  });

  it('is missing if its bytes are missing', async () => {
    const lost = await upload(bytes, 'lost.png');
    rmSync(join(server.data, 'uploads', project.key, 'originals', lost.filename_disk));
    expect((await get(lost.private_hash)).status).toBe(404);
    expect((await get(`${lost.private_hash}?key=thumbnail`)).status).toBe(422);
  });
});

describe('what a browser could execute', () => {
  it.each([
    ['circle.svg', 'circle.svg', /^filename=/],
    ['page.html', 'page.html', /^attachment/],
    ['page.html', 'page.png', /^attachment/],
  ])('%s, named %s, is put into a sandbox', async (source, name, disposition) => {
    const { private_hash: hash } = await upload(sample(source), name);
    const { headers } = await get(hash);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(disposition);
  });

  it('is not displayed', async () => {
    const { private_hash: hash } = await upload(sample('circle.svg'), 'circle.png');
    expect((await get(`${hash}?key=thumbnail`)).status).toBe(422);
  });
});

describe('an image whose name on disk has no extension of an image', () => {
  it.each(['blob', 'drawing.txt'])('named %s, has the thumbnails that it lists', async (name) => {
    const { id } = await upload(sample('gradient.png'), name);
    const { body } = await project.ask('GET', `/files/${id}?fields=data`);
    const listed = (body.data as { data: { thumbnails: { url: string }[] } }).data.thumbnails;
    const answers = await Promise.all(listed.map(({ url }) => ask(url)));
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
      listed.map(() => [200, 'image/png']),
    );
  });

  it('has thumbnails if it was sent without any name', async () => {
    const { body } = await project.ask('POST', '/files', { data: sample('portrait.jpg').toString('base64') });
    const answer = await get(`${(body.data as Uploaded).private_hash}?key=thumbnail`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('has none if it is a drawing', async () => {
    const { private_hash: hash } = await upload(sample('circle.svg'), 'circle');
    expect((await get(`${hash}?key=thumbnail`)).status).toBe(422);
  });
});

describe('a file that changes while it is being sent', () => {
  async function storage() {
    const found = await project.opened();
    return found.storage;
  }

  /** Makes something happen before the storage is read. */
  async function beforeReading(happens: () => Promise<unknown>): Promise<void> {
    const found = await storage();
    const read = found.read.bind(found);
    vi.spyOn(found, 'read').mockImplementationOnce(async (...asked) => {
      await happens();
      return read(...asked);
    });
  }

  /** Makes something happen as soon as an address has been found, and then at each further lookup in the storage. */
  async function afterFinding(...happenings: readonly (() => Promise<unknown>)[]): Promise<void> {
    const found = await storage();
    const stat = found.stat.bind(found);
    const spied = vi.spyOn(found, 'stat');
    for (const happens of happenings)
      spied.mockImplementationOnce(async (name) => {
        await happens();
        return stat(name);
      });
  }

  it.each(['', '?key=thumbnail'])('is found by its new name: %s', async (form) => {
    const file = await upload(sample('gradient.png'), 'a.png');
    const disk = `moved${form.length}.png`;
    await afterFinding(() => project.ask('PATCH', `/files/${file.id}`, { filename_disk: disk }));
    expect((await get(`${file.private_hash}${form}`)).status).toBe(200);
    expect(generated(file.filename_disk)).toEqual([]);
  });

  it.each(['', '?key=thumbnail'])('is found by its last name if it is renamed several times: %s', async (form) => {
    const file = await upload(sample('gradient.png'), 'a.png');
    const rename = (disk: string) => () => project.ask('PATCH', `/files/${file.id}`, { filename_disk: disk });
    const nothing = async (): Promise<void> => {};
    // A thumbnail is looked up before the original.
    const between = form === '' ? [] : [nothing];
    await afterFinding(rename(`second${form.length}.png`), ...between, rename(`third${form.length}.png`));
    expect((await get(`${file.private_hash}${form}`)).status).toBe(200);
  });

  it('is sent completely if it is renamed before it is read', async () => {
    const file = await upload(sample('gradient.png'), 'a.png');
    await beforeReading(() => project.ask('PATCH', `/files/${file.id}`, { filename_disk: 'moved-away.png' }));
    const answer = await get(file.private_hash);
    expect([answer.status, await bytesOf(answer)]).toEqual([200, sample('gradient.png')]);
  });

  it('is sent as its replacement, with its own tag, if it is replaced before it is read', async () => {
    const file = await upload(sample('gradient.png'), 'a.png');
    const before = (await get(file.private_hash)).headers.get('etag');
    const data = sample('tiny.png');
    await beforeReading(() => project.ask('PATCH', `/files/${file.id}`, { data: data.toString('base64') }));
    const answer = await get(file.private_hash);
    expect(await bytesOf(answer)).toEqual(data);
    expect(answer.headers.get('etag')).not.toBe(before);
  });

  it('is made anew if it is a thumbnail that is removed before it is read', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const create = { width: 600, height: 600, channels: 3, background: '#467', noise } as const;
    const file = await upload(await sharp({ create }).png().toBuffer(), 'noise.png');
    const address = `${file.private_hash}?key=directus-large-crop`;
    const made = await bytesOf(await get(address));
    const folder = `generated/${file.filename_disk}`;
    await beforeReading(async () => (await storage()).remove(`${folder}/${generated(file.filename_disk)[0]}`));
    expect((await bytesOf(await get(address))).equals(made)).toBe(true);
    expect(generated(file.filename_disk)).toHaveLength(1);
  });

  it.each(['', '?key=thumbnail'])('is not found if it has been deleted: %s', async (form) => {
    const file = await upload(sample('gradient.png'), 'a.png');
    await afterFinding(() => project.ask('DELETE', `/files/${file.id}`));
    expect((await get(`${file.private_hash}${form}`)).status).toBe(404);
    expect(generated(file.filename_disk)).toEqual([]);
  });
});

describe('a thumbnail', () => {
  it('is made once, however many clients request it at the same time', async () => {
    const photo = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#a53' } })
      .jpeg()
      .toBuffer();
    const file = await upload(photo, 'photo.jpg');
    let steps = 0;
    const watch = (): void => {
      steps++;
    };
    sharp.queue.on('change', watch);
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(`${file.private_hash}?key=thumbnail`)));
    sharp.queue.off('change', watch);
    const digests = await Promise.all(
      answers.map(async (answer) =>
        createHash('md5')
          .update(new Uint8Array(await answer.arrayBuffer()))
          .digest('hex'),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(digests).size).toBe(1);
    expect(steps, 'an image begun, and done').toBe(2);
    expect(generated(file.filename_disk)).toHaveLength(1);
  });

  it('follows the bytes of its file', async () => {
    const file = await upload(sample('gradient.png'), 'a.png');
    const first = await get(`${file.private_hash}?key=thumbnail`);
    const data = sample('tiny.png').toString('base64');
    await project.ask('PATCH', `/files/${file.id}`, { data });
    const second = await get(`${file.private_hash}?key=thumbnail`);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    expect((await sharp(await second.arrayBuffer()).metadata()).height).toBe(200);
    expect(generated(file.filename_disk)).toHaveLength(1);
  });

  it('is removed with its file', async () => {
    const file = await upload(sample('gradient.png'), 'b.png');
    await get(`${file.private_hash}?key=thumbnail`);
    await project.ask('DELETE', `/files/${file.id}`);
    expect((await get(`${file.private_hash}?key=thumbnail`)).status).toBe(404);
    expect(generated(file.filename_disk)).toEqual([]);
  });

  it('may be cached for ever at a URL that names its bytes', async () => {
    const { private_hash: hash, checksum } = await upload(sample('gradient.png'), 'c.png');
    const named = await get(`${hash}?key=thumbnail&version=${checksum}`);
    expect(named.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const other = await get(`${hash}?key=thumbnail&version=0`);
    expect(other.headers.get('cache-control')).toBe('no-cache');
  });

  it('is converted if a format is requested', async () => {
    const { private_hash: hash } = await upload(sample('gradient.png'), 'd.png');
    for (const format of ['jpeg', 'webp', 'gif', 'avif']) {
      const answer = await get(`${hash}?w=64&h=64&f=crop&q=80&format=${format}`);
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(answer.headers.get('content-disposition')).toBe(`filename="d.${format}"`);
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
      expect([width, height]).toEqual([64, 64]);
    }
  });
});

describe('an image that is too expensive, or not an image', () => {
  it.each([
    ['a PNG of 50,000 × 50,000', () => hugePng(50_000, 50_000), 'png'],
    ['a GIF of 65,000 × 65,000', () => hugeGif(65_000, 65_000), 'gif'],
    ['a line of a million pixels', () => hugePng(1, 1_000_000), 'png'],
    ['a JPEG that ends in the middle', () => sample('landscape.jpg').subarray(0, 3000), 'jpg'],
    ['a document', () => Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 'png'],
    ['a script of a drawing program', () => Buffer.from("push graphic-context\nimage over 0,0 1,1 'x'\n"), 'png'],
  ])('is refused: %s', async (_, make, ending) => {
    const { private_hash: hash, filename_disk: disk } = await upload(make(), `bomb.${ending}`);
    const answers = await Promise.all(Array.from({ length: 25 }, () => get(`${hash}?key=directus-large-crop`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    expect(await answers[0]?.json()).toMatchObject({ error: { code: 12 } });
    expect(generated(disk)).toEqual([]);
    expect((await get(hash)).status).toBe(200);
  });

  it('is refused if its bytes are lost', async () => {
    const { private_hash: hash, filename_disk: disk } = await upload(sample('tiny.png'), 'emptied.png');
    writeFileSync(join(server.data, 'uploads', project.key, 'originals', disk), '');
    const answer = await get(`${hash}?key=directus-large-crop`);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { code: 12 } });
  });

  it('does not stand for other files without a checksum', async () => {
    const [huge, small] = [await upload(sample('tiny.png'), 'huge.png'), await upload(sample('tiny.png'), 'small.png')];
    const { database } = await project.opened();
    const text = `UPDATE directus_files SET checksum = NULL WHERE id IN (${huge.id}, ${small.id})`;
    await database.run({ text, parameters: [] });
    truncateSync(join(server.data, 'uploads', project.key, 'originals', huge.filename_disk), 65 * 1024 * 1024);
    expect((await get(`${huge.private_hash}?key=directus-large-crop`)).status).toBe(422);
    expect((await get(`${small.private_hash}?key=directus-large-crop`)).status).toBe(200);
  });

  it('is refused if the box is too large', async () => {
    await setting('asset_whitelist', []);
    const { private_hash: hash } = await upload(sample('tiny.png'), 'tiny.png');
    for (const box of ['w=100000&h=1', 'w=8000&h=8000', 'w=-1&h=5', 'w=1.5&h=5'])
      expect((await get(`${hash}?${box}&f=crop&q=80`)).status).toBe(422);
    expect((await get(`${hash}?w=40&h=30&f=crop&q=80`)).status).toBe(200);
  });
});

describe('images of a camera that was held sideways', () => {
  const sizeOf = async (answer: Response): Promise<unknown[]> => {
    const { width, height, exif, xmp, iptc } = await sharp(await answer.arrayBuffer()).metadata();
    return [width, height, exif, xmp, iptc];
  };

  it('stay as they are stored, unless the project wants them upright', async () => {
    const photo = sample('exif-only.jpg');
    const stored = await upload(photo, 'side.jpg');
    const small = `${stored.private_hash}?key=directus-small-contain`;
    expect(stored).toMatchObject({ width: 160, height: 240 });
    const before = await get(small);
    expect(await sizeOf(before)).toEqual([43, 64, undefined, undefined, undefined]);
    await setting('upright_images', '1');
    expect(await sizeOf(await get(small))).toEqual([64, 43, undefined, undefined, undefined]);
    expect((await get(small)).headers.get('etag')).not.toBe(before.headers.get('etag'));
    const turned = await upload(photo, 'side.jpg');
    expect(turned).toMatchObject({ width: 240, height: 160, checksum: stored.checksum });
    expect(Buffer.from(await (await get(turned.private_hash)).arrayBuffer())).toEqual(photo);
    await setting('upright_images', '0');
    expect(await sizeOf(await get(small))).toEqual([43, 64, undefined, undefined, undefined]);
  });

  it('are rotated upright, whatever their orientation', async () => {
    // White above, black below.
    const upright = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
      .composite([{ input: { create: { width: 40, height: 10, channels: 3, background: '#000' } }, top: 10, left: 0 }])
      .png()
      .toBuffer();
    const turns: readonly [number, (image: Sharp) => Sharp][] = [
      [1, (image) => image],
      [3, (image) => image.rotate(180)],
      [6, (image) => image.rotate(270)],
      [8, (image) => image.rotate(90)],
    ];
    await setting('upright_images', '1');
    for (const [orientation, turn] of turns) {
      const photo = await turn(sharp(upright)).jpeg().withMetadata({ orientation }).toBuffer();
      const file = await upload(photo, `turned-${orientation}.jpg`);
      expect(file, `${orientation}`).toMatchObject({ width: 40, height: 20 });
      const answer = await get(`${file.private_hash}?key=directus-small-contain`);
      const { data, info } = await sharp(await answer.arrayBuffer())
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, (data[100] ?? 0) > 200, (data.at(-100) ?? 255) < 50]).toEqual([
        64,
        32,
        true,
        true,
      ]);
    }
    await setting('upright_images', '0');
  });
});

describe('private files', () => {
  it('are for callers who may read them, and missing for others', async () => {
    const file = await upload(sample('gradient.png'), 'secret.png');
    await get(`${file.private_hash}?key=directus-small-crop`);
    await setting('private_assets', '1');
    const before = await project.digest();
    const addresses = [
      `/${project.key}/assets/${file.private_hash}`,
      `/${project.key}/assets/${file.private_hash}?key=directus-small-crop`,
      `/uploads/${project.key}/originals/${file.filename_disk}`,
    ];
    for (const address of addresses) {
      expect((await ask(server.base + address)).status).toBe(404);
      const answer = await ask(server.base + address, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    }
    expect(await project.digest()).toBe(before);
    await setting('private_assets', '0');
    expect((await ask(server.base + addresses[0])).status).toBe(200);
  });
});
