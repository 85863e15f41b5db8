import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';

/** Stands in for the providers: `https://host/path` is requested as `/host/path` from a server of this test. */
const providers = vi.hoisted(() => ({ base: '' }));
vi.mock('../../../src/net/connector.ts', async (original) => {
  const net = await original<typeof import('../../../src/net/connector.ts')>();
  class Redirected extends net.Connector {
    override get(address: string, caps: import('../../../src/net/connector.ts').Caps) {
      return super.get(address.replace(/^https:\/\//, `${providers.base}/`), caps);
    }
  }
  return { ...net, Connector: Redirected };
});

type Reply = (response: ServerResponse, query: URLSearchParams) => void;
const replies = new Map<string, Reply>();
let asked: string[] = [];
const json =
  (value: unknown): Reply =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const YOUTUBE = '/www.googleapis.com/youtube/v3/videos';
const VIMEO = '/vimeo.com/api/v2/video/76979871.json';
const OEMBED = '/vimeo.com/api/oembed.json';

function answer(path: string, search: URLSearchParams, response: ServerResponse): void {
  asked.push(path);
  const reply = replies.get(path);
  if (reply) reply(response, search);
  else response.writeHead(404).end('{}');
}

onEveryEngine('videos of providers', ({ server, project, prepare }) => {
  let provider: Server;
  let picture: Buffer;
  prepare(async () => {
    picture = await sharp({ create: { width: 48, height: 36, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer();
    provider = createServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://x');
      answer(pathname, searchParams, response);
    });
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
    const { port } = provider.address() as AddressInfo;
    providers.base = `http://127.0.0.1:${port}`;
    return { server: { allowHosts: [`127.0.0.1:${port}`] } };
  });
  afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });
  afterEach(() => {
    replies.clear();
    asked = [];
  });

  async function setting(key: string, value: string): Promise<void> {
    const { body } = await project.ask('GET', '/settings?limit=-1');
    const known = (body.data as { id: number; key: string }[]).find((entry) => entry.key === key);
    await project.ask('PATCH', `/settings/${known?.id}`, { value });
  }
  async function embedded(data: string, attributes: object = {}): Promise<Record<string, unknown>> {
    const { status, body } = await project.ask('POST', '/files', { data, ...attributes });
    expect(status, data).toBe(200);
    return body.data as Record<string, unknown>;
  }
  const image: Reply = (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);

  it('have what the URL says, and their picture, without a key', async () => {
    replies.set('/img.youtube.com/vi/dQw4w9WgXcQ/0.jpg', image);
    const file = await embedded('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5');
    expect(file).toMatchObject({
      type: 'embed/youtube',
      embed: 'dQw4w9WgXcQ',
      title: 'YouTube - dQw4w9WgXcQ',
      filename_download: 'youtube_dQw4w9WgXcQ.jpg',
      width: 560,
      height: 340,
      filesize: 0,
      duration: null,
      description: null,
      location: null,
      checksum: null,
      tags: [],
    });
    const asset = await fetch(`${server.base}/${project.key}/assets/${file.private_hash}`);
    expect(asset.headers.get('content-type')).toBe('embed/youtube');
    expect(Buffer.from(await asset.arrayBuffer())).toEqual(picture);
    expect(asked).toEqual(['/img.youtube.com/vi/dQw4w9WgXcQ/0.jpg']);
  });

  it('have what YouTube says about them, with a key', async () => {
    await setting('youtube_api_key', 'a key&more');
    const keys: (string | null)[] = [];
    replies.set(YOUTUBE, (response, query) => {
      keys.push(query.get('key'), query.get('id'));
      const snippet = { title: 'A song', description: 'Line 1\nLine\u0000 2', tags: ['pop', 'x,y', 7, ''] };
      json({ items: [{ snippet, contentDetails: { duration: 'PT1H2M3S' } }] })(response, query);
    });
    const file = await embedded('https://youtu.be/dQw4w9WgXcQ', { tags: ['mine'] });
    expect(file).toMatchObject({ title: 'A song', description: 'Line 1\nLine 2', duration: 3723, tags: ['mine'] });
    expect(await embedded('https://youtu.be/dQw4w9WgXcQ', { title: 'Own', description: 'Own too' })).toMatchObject({
      title: 'Own',
      description: 'Own too',
      tags: ['pop', 'x', 'y'],
    });
    expect(keys.slice(0, 2)).toEqual(['a key&more', 'dQw4w9WgXcQ']);
  });

  it.each<[string, Reply]>([
    ['an error', (response) => response.writeHead(403).end('{"error":{}}')],
    ['a page', (response) => response.writeHead(200).end('<html>')],
    ['nothing that fits', json({ items: [{ snippet: [], contentDetails: { duration: 'soon' } }] })],
    ['null', json(null)],
    ['too much', json({ items: [{ snippet: { title: 'x'.repeat(300_000) } }] })],
    [
      'half an answer',
      (response) => response.writeHead(200, { 'content-length': 900 }).write('{"items":', () => response.destroy()),
    ],
  ])('are what the address says where the provider answers with %s', async (_, reply) => {
    await setting('youtube_api_key', 'key');
    replies.set(YOUTUBE, reply);
    replies.set('/img.youtube.com/vi/abc/0.jpg', reply);
    replies.set(OEMBED, reply);
    const file = await embedded('https://youtu.be/abc');
    expect(file).toMatchObject({ title: 'YouTube - abc', duration: null, description: null, tags: [] });
    expect(await embedded('https://vimeo.com/76979871')).toMatchObject({ title: 'Vimeo - 76979871', width: 560 });
  });

  it('have what Vimeo says about them', async () => {
    const known = {
      title: 'A film',
      description: 'One<br />\nTwo &amp; <a href="x">three</a>',
      duration: 62,
      width: 1280,
      height: 720,
      tags: 'sea, light',
      thumbnail_large: 'https://i.vimeocdn.com/large.jpg',
    };
    replies.set(VIMEO, json([known]));
    replies.set('/i.vimeocdn.com/large.jpg', image);
    const file = await embedded('https://vimeo.com/76979871');
    expect(file).toMatchObject({
      type: 'embed/vimeo',
      title: 'A film',
      description: 'One\nTwo & three',
      duration: 62,
      width: 1280,
      height: 720,
      tags: ['sea', 'light'],
    });
    expect((file.data as { embed: { html: string } }).embed.html).toContain('width="1280" height="720"');
  });

  it('are found by oEmbed if the old API does not know them, unlisted ones by their hash', async () => {
    const pages: (string | null)[] = [];
    replies.set(OEMBED, (response, query) => {
      pages.push(query.get('url'));
      json({ title: 'Hidden', duration: 5, width: 426, height: 240, thumbnail_url: 'https://i.vimeocdn.com/s.jpg' })(
        response,
        query,
      );
    });
    const file = await embedded('https://vimeo.com/76979871/abcdef0123');
    expect(pages).toEqual(['https://vimeo.com/76979871/abcdef0123']);
    expect(file).toMatchObject({ title: 'Hidden', duration: 5, embed: '76979871/abcdef0123', height: 240 });
    expect(file.data).toMatchObject({
      embed: {
        url: 'https://vimeo.com/76979871/abcdef0123',
        html: expect.stringContaining('//player.vimeo.com/video/76979871?h=abcdef0123&amp;'),
      },
    });
  });

  it('have their own type, whatever the type of the picture', async () => {
    replies.set('/img.youtube.com/vi/abc/0.jpg', image);
    await setting('file_mimetype_whitelist', 'embed/youtube');
    const before = await project.digest();
    expect((await project.ask('POST', '/files', { data: 'https://vimeo.com/76979871' })).status).toBe(422);
    expect(asked).toEqual([]);
    expect(await project.digest()).toBe(before);
    await embedded('https://youtu.be/abc');
    await setting('file_mimetype_whitelist', '');
  });

  it('take no storage for a file', async () => {
    const data = picture.toString('base64');
    const file = await embedded(data, { filename_disk: 'a.jpg' });
    const before = await project.digest();
    const answer = await project.ask('PATCH', `/files/${file.id}`, { data: '//youtu.be/abc' });
    expect(answer.status).toBe(422);
    expect(asked).toEqual([]);
    expect(await project.digest()).toBe(before);
  });

  it('are none any more once a picture takes their place', async () => {
    const file = await embedded('https://youtu.be/dQw4w9WgXcQ');
    const answer = await project.ask('PATCH', `/files/${file.id}`, { data: picture.toString('base64') });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      [{ type: 'image/jpeg', embed: null, width: 48, data: { embed: null } }],
    ]);
  });

  it('cause no requests and no writes if the caller may not upload', async () => {
    const before = await project.digest();
    for (const data of ['https://youtu.be/abc', 'https://vimeo.com/76979871'])
      expect((await project.ask('POST', '/files', { data }, null)).status).toBeGreaterThanOrEqual(400);
    expect(asked).toEqual([]);
    expect(await project.digest()).toBe(before);
  });
});
