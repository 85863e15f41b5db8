import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { BucketStorage } from '../../../src/storage/s3.ts';
import { BucketClient } from '../../../src/storage/s3-client.ts';

const AT_ONCE = 8;
const UPLOADS = 20;

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

let bucket: PatientBucket;
afterEach(() => bucket.stop());

it('sends the parts of a few uploads at a time, and those of all others afterwards', async () => {
  bucket = new PatientBucket();
  const config = {
    key: 'k',
    secret: 's',
    region: 'us-east-1',
    bucket: 'b',
    endpoint: await bucket.listen(),
    headers: {},
  };
  const storage = new BucketStorage(new BucketClient(config), { originals: 'originals' });
  const names = Array.from({ length: UPLOADS }, (_, index) => `originals/${index}.bin`);
  const written = Promise.all(names.map((name) => storage.write(name, Readable.from([Buffer.from(name)]))));
  await bucket.isFull;
  // A write that did not have to wait would have begun in the time of twenty other requests.
  for (const name of names) await storage.stat(name);
  bucket.answer();
  expect(await written).toEqual(names.map(({ length }) => length));
  expect(bucket.most).toBe(AT_ONCE);
});
