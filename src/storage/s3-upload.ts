import { Semaphore } from '../shared/semaphore.ts';
import type { BucketAnswer, BucketClient, BucketRequest } from './s3-client.ts';
import { bodyOf } from './s3-exchange.ts';
import { escaped, textOfElement } from './s3-xml.ts';
import { Spool } from './spool.ts';
import type { ObjectData } from './storage.ts';
import { StorageFailure } from './storage-failure.ts';

/** Minimum size of a part, except the last. */
const PART_BYTES = 5 * 1024 * 1024;
/** How many parts are sent to one bucket concurrently; the others wait on disk. A slow bucket delays only its own. */
const SENDING = 8;
const semaphore = new Semaphore({ total: Number.POSITIVE_INFINITY, each: SENDING });

/** Writes a stream under a key, in one request if it is short, otherwise in parts. Returns the number of bytes. */
export async function upload(client: BucketClient, key: string, data: ObjectData): Promise<number> {
  const spool = await Spool.make();
  try {
    return await new Upload(client, key, spool).write(data);
  } finally {
    await spool.close();
  }
}

class Upload {
  readonly #client: BucketClient;
  readonly #key: string;
  readonly #spool: Spool;

  constructor(client: BucketClient, key: string, spool: Spool) {
    this.#client = client;
    this.#key = key;
    this.#spool = spool;
  }

  async write(data: ObjectData): Promise<number> {
    const parts = partsOf(data, this.#spool);
    if (!(await parts.next()).done) return this.#inParts(parts);
    const { objectHeaders: headers } = this.#client;
    await this.#send({ headers });
    return this.#spool.size;
  }

  /** Writes a body larger than one part. The first part has been read already. */
  async #inParts(parts: AsyncGenerator<void>): Promise<number> {
    const { objectHeaders: headers } = this.#client;
    const started = await this.#client.send({
      method: 'POST',
      key: this.#key,
      query: { uploads: '' },
      headers,
      proof: 'InitiateMultipartUploadResult',
    });
    const uploadId = textOfElement(started.text, 'UploadId') ?? '';
    try {
      return await this.#sendParts(uploadId, parts);
    } catch (error) {
      await abort(this.#client, this.#key, uploadId);
      throw error;
    }
  }

  async #sendParts(uploadId: string, parts: AsyncGenerator<void>): Promise<number> {
    const tags: string[] = [];
    let size = 0;
    for (let isLast = false; !isLast || this.#spool.size > 0; ) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const { headers } = await this.#send({ query });
      tags.push(headers.etag ?? '');
      size += this.#spool.size;
      this.#spool.empty();
      isLast ||= (await parts.next()).done === true;
    }
    await this.#complete(uploadId, tags);
    await this.#verify(size);
    return size;
  }

  /** Sends the part in the spool once a slot of the bucket is free. */
  #send(said: Pick<BucketRequest, 'headers' | 'query'>): Promise<BucketAnswer> {
    const request = { ...said, method: 'PUT', key: this.#key, body: this.#spool, proof: 'etag' } as const;
    return semaphore.run(this.#client.base, () => this.#client.send(request));
  }

  async #complete(uploadId: string, tags: readonly string[]): Promise<void> {
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
    );
    const body = bodyOf(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const proof = 'CompleteMultipartUploadResult';
    await this.#client.send({ method: 'POST', key: this.#key, query: { uploadId }, body, proof });
  }

  /** Checks that no part is missing. */
  async #verify(size: number): Promise<void> {
    const { headers } = await this.#client.send({ method: 'HEAD', key: this.#key, proof: 'etag' });
    const stored = headers['content-length'];
    if (Number(stored) !== size)
      throw new StorageFailure(`the bucket stored ${stored} of the ${size} bytes of ${this.#key}`);
  }
}

/** Aborts an upload, so that its parts take no space. */
export async function abort(client: BucketClient, key: string, uploadId: string): Promise<void> {
  await client.send({ method: 'DELETE', key, query: { uploadId }, expected: [404] }).catch(() => {});
}

/** Fills a spool from a stream and yields whenever it holds a full part; at the end it holds the rest. */
async function* partsOf(data: ObjectData, spool: Spool): AsyncGenerator<void> {
  for await (const chunk of data) {
    let rest: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
    while (rest.length > 0) {
      const taken = rest.subarray(0, PART_BYTES - spool.size);
      await spool.add(taken);
      rest = rest.subarray(taken.length);
      if (spool.size === PART_BYTES) yield;
    }
  }
}
