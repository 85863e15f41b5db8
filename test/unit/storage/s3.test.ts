import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { thumbnailOf } from '../../../src/storage/images/thumbnail.ts';
import { BucketStorage } from '../../../src/storage/s3.ts';
import { BucketClient } from '../../../src/storage/s3-client.ts';

const NAME = 'originals/a.jpg';
const BYTES = Buffer.alloc(1000, 'x');
const WHOLE = { etag: '"1"', 'content-length': '100', 'last-modified': new Date(0).toUTCString() };

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A storage in a bucket that says of every object that it has 100 bytes, but answers GET as a test demands. */
async function answering(status: number, headers: IncomingHttpHeaders): Promise<BucketStorage> {
  server = createServer(({ method }, response) => {
    if (method === 'HEAD') return response.writeHead(200, WHOLE).end();
    return response.writeHead(status, { ...WHOLE, ...headers }).end(BYTES);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new BucketClient({ key: 'k', secret: 's', region: 'r', bucket: 'b', endpoint, headers: {} });
  return new BucketStorage(client, { originals: 'originals', generated: 'generated' });
}

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
