import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { BucketStorage } from '../../../src/storage/s3.ts';
import { BucketClient } from '../../../src/storage/s3-client.ts';

const AT_ONCE = 8;
const NAMES = Array.from({ length: 20 }, (_, index) => `originals/${index}.bin`);

/** A bucket that answers no write until it is told to. */
class PatientBucket {
  underWay = 0;
  most = 0;
  readonly #server: Server;
  readonly #full: () => void;
  readonly isFull: Promise<void>;
  readonly answer: () => void;

  constructor() {
    let full = (): void => {};
    let answer = (): void => {};
    this.isFull = new Promise((done) => {
      full = done;
    });
    const mayAnswer = new Promise<void>((done) => {
      answer = done;
    });
    this.#full = full;
    this.answer = answer;
    this.#server = createServer(async (request, response) => {
      request.resume();
      if (request.method === 'PUT') await this.#hold(mayAnswer);
      response.writeHead(200, { etag: '"1"', 'content-length': 0 }).end();
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #hold(mayAnswer: Promise<void>): Promise<void> {
    this.underWay++;
    this.most = Math.max(this.most, this.underWay);
    if (this.underWay >= AT_ONCE) this.#full();
    await mayAnswer;
    this.underWay--;
  }
}

const buckets: PatientBucket[] = [];
afterEach(() => Promise.all(buckets.splice(0).map((bucket) => bucket.stop())));

async function started(): Promise<{ readonly bucket: PatientBucket; readonly storage: BucketStorage }> {
  const bucket = new PatientBucket();
  buckets.push(bucket);
  const endpoint = await bucket.listen();
  const config = { key: 'k', secret: 's', region: 'us-east-1', bucket: 'b', endpoint, headers: {} };
  return { bucket, storage: new BucketStorage(new BucketClient(config), { originals: 'originals' }) };
}

const write = (storage: BucketStorage, name: string): Promise<number> =>
  storage.write(name, Readable.from([Buffer.from(name)]));

it('sends the parts of a few uploads at a time, and those of all others afterwards', async () => {
  const { bucket, storage } = await started();
  const written = Promise.all(NAMES.map((name) => write(storage, name)));
  await bucket.isFull;
  // A write that did not have to wait would have begun in the time of twenty other requests.
  for (const name of NAMES) await storage.stat(name);
  bucket.answer();
  expect(await written).toEqual(NAMES.map(({ length }) => length));
  expect(bucket.most).toBe(AT_ONCE);
});

it('sends the parts of an upload to one bucket while another takes none', async () => {
  const slow = await started();
  const held = Promise.all(NAMES.map((name) => write(slow.storage, name)));
  await slow.bucket.isFull;
  const other = await started();
  other.bucket.answer();
  expect(await write(other.storage, 'originals/other')).toBe('originals/other'.length);
  slow.bucket.answer();
  await held;
});
