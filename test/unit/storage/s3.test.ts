import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { thumbnailOf } from '../../../src/storage/images/thumbnail.ts';
import { BucketStorage } from '../../../src/storage/s3.ts';
import { BucketClient } from '../../../src/storage/s3-client.ts';
import { longestPause } from '../../support/longest-pause.ts';

const NAME = 'originals/a.jpg';
const BYTES = Buffer.alloc(1000, 'x');
const WHOLE = { etag: '"1"', 'content-length': '100', 'last-modified': new Date(0).toUTCString() };

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A storage in a bucket that answers as a test demands. */
async function storageOf(answer: RequestListener): Promise<BucketStorage> {
  server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new BucketClient({ key: 'k', secret: 's', region: 'r', bucket: 'b', endpoint, headers: {} });
  return new BucketStorage(client, { originals: 'originals', generated: 'generated' });
}

/** A bucket that says of every object that it has 100 bytes, but answers GET with 1,000 and these headers. */
const answering = (status: number, headers: OutgoingHttpHeaders): Promise<BucketStorage> =>
  storageOf(({ method }, response) => {
    if (method === 'HEAD') response.writeHead(200, WHOLE).end();
    else response.writeHead(status, { ...WHOLE, ...headers }).end(BYTES);
  });

it('refuses a range of an object that was requested as a whole', async () => {
  const storage = await answering(206, { 'content-length': '1000', 'content-range': 'bytes 0-999/100' });
  const found = (await storage.stat(NAME)) ?? undefined;
  const read = async () => buffer((await storage.read(NAME, undefined, found)) as Readable);
  await expect(read()).rejects.toMatchObject({ entry: 'storageUnavailable' });
});

it('does not read a thumbnail into memory that is larger than the bucket said', async () => {
  const storage = await answering(200, { 'content-length': '1000' });
  const shelf = { project: 'p', storage, open: false };
  const variant = { width: 9, height: 9, fit: 'crop', quality: 80, format: 'jpeg', upright: false } as const;
  const thumbnail = thumbnailOf(shelf, { filenameDisk: 'a.jpg', checksum: '' }, variant);
  await expect(thumbnail).rejects.toMatchObject({ entry: 'imageUnreadable' });
});

it('does not wait for the end of an error page', async () => {
  const storage = await storageOf((_request, response) => void response.writeHead(400).write('x'.repeat(1_000_000)));
  const read = storage.read(NAME);
  await expect(read).rejects.toMatchObject({ entry: 'storageUnavailable' });
});

describe('a list of a bucket', () => {
  it.each([
    ['entries', '<Contents></Contents>'.repeat(700_000)],
    ['characters in a key', `<Contents><Key>${'&lt;'.repeat(3_900_000)}</Key></Contents>`],
    ['characters in a token', `<NextContinuationToken>${'&lt;'.repeat(3_900_000)}</NextContinuationToken>`],
  ])('with too many %s is refused, and holds nobody up', async (_title, content) => {
    const xml = Buffer.from(`<ListBucketResult>${content}</ListBucketResult>`);
    const storage = await storageOf((_request, response) => void response.writeHead(200).end(xml));
    const list = async (): Promise<void> => {
      for await (const _object of storage.list('originals/'));
    };
    const pause = await longestPause(() => expect(list()).rejects.toMatchObject({ entry: 'storageUnavailable' }));
    expect(pause).toBeLessThan(300);
  });
});
