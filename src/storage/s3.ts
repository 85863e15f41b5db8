import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { partsOf, UnsafeName } from './names.ts';
import type { BucketAnswer, BucketClient } from './s3-client.ts';
import { bodyOf } from './s3-exchange.ts';
import { abort, upload } from './s3-upload.ts';
import { elements, textOfElement } from './s3-xml.ts';
import type { ByteRange, ObjectData, Storage, StoredObject } from './storage.ts';
import { StorageFailure } from './storage-failure.ts';

/** Pages have 1,000 entries, unless a bucket is an odd imitation of S3. */
const MAX_ENTRIES = 10_000;

/** A storage in a bucket: the first part of a name is mapped to a key prefix. */
export class BucketStorage implements Storage {
  readonly adapter = 's3';
  readonly #client: BucketClient;
  readonly #rooms: ReadonlyMap<string, string>;

  constructor(client: BucketClient, rooms: Readonly<Record<string, string>>) {
    this.#client = client;
    this.#rooms = new Map(Object.entries(rooms));
  }

  async claim(name: string): Promise<boolean> {
    // Without the bucket, the next request fails.
    if (await this.#find(name)) return false;
    const headers = { ...this.#client.objectHeaders, 'if-none-match': '*' };
    const answer = await this.#client.send({
      method: 'PUT',
      key: this.#keyOf(name),
      headers,
      body: bodyOf(''),
      proof: 'etag',
      expected: [409, 412],
    });
    return answer.isSuccess;
  }

  async write(name: string, data: ObjectData): Promise<number> {
    return upload(this.#client, this.#keyOf(name), data);
  }

  async stat(name: string): Promise<StoredObject | null> {
    return (await this.#find(name)) ?? (await this.#confirmMissing(name));
  }

  async read(name: string, range?: ByteRange, found?: StoredObject): Promise<Readable | null> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const isFound = (answered: IncomingHttpHeaders): boolean => {
      const object = objectOf(answered);
      requireRange(answered, range, object.size);
      return !found || isSame(found, object);
    };
    return this.#client.open({ method: 'GET', key: this.#keyOf(name), headers, proof: 'etag' }, isFound);
  }

  async remove(name: string): Promise<void> {
    await this.#client.send({ method: 'DELETE', key: this.#keyOf(name), expected: [404] });
  }

  async rename(from: string, to: string): Promise<void> {
    const source = `/${this.#client.bucket}/${this.#keyOf(from)}`.split('/').map(encodeURIComponent).join('/');
    const headers = { ...this.#client.objectHeaders, 'x-amz-copy-source': source };
    await this.#client.send({ method: 'PUT', key: this.#keyOf(to), headers, proof: 'CopyObjectResult' });
    await this.remove(from);
  }

  async *list(prefix: string): AsyncGenerator<StoredObject & { readonly name: string }> {
    for (const [room, start] of this.#rooms) {
      const below = prefix.startsWith(`${room}/`) ? prefix.slice(room.length + 1) : null;
      if (below === null && !`${room}/`.startsWith(prefix)) continue;
      for await (const { key, ...object } of this.#keys(`${start}/${below ?? ''}`))
        yield { name: `${room}/${key.slice(start.length + 1)}`, ...object };
    }
  }

  /** Aborts multipart uploads that were left unfinished. */
  async clean(before: Date): Promise<number> {
    let removed = 0;
    for (const start of this.#rooms.values()) {
      const answer = await this.#client.send({
        method: 'GET',
        key: '',
        query: { uploads: '', prefix: `${start}/` },
        proof: 'ListMultipartUploadsResult',
        expected: [404, 501],
      });
      for (const entry of entriesOf(answer.text, 'Upload')) {
        if (new Date(textOfElement(entry, 'Initiated') ?? 0) >= before) continue;
        await abort(this.#client, textOfElement(entry, 'Key') ?? '', textOfElement(entry, 'UploadId') ?? '');
        removed++;
      }
    }
    return removed;
  }

  async close(): Promise<void> {}

  /** Null if there is no such object, or no such bucket: the answer has no text that says which. */
  async #find(name: string): Promise<StoredObject | null> {
    const request = { method: 'HEAD', key: this.#keyOf(name), proof: 'etag', expected: [404] } as const;
    const { status, headers } = await this.#client.send(request);
    return status === 404 ? null : objectOf(headers);
  }

  /** Asks for an object that seems to be missing, with an answer that has a text. Fails if the bucket is missing. */
  async #confirmMissing(name: string): Promise<null> {
    const headers = { range: 'bytes=0-0' };
    await this.#client.open({ method: 'GET', key: this.#keyOf(name), headers }, () => false);
    return null;
  }

  async *#keys(prefix: string): AsyncGenerator<StoredObject & { readonly key: string }> {
    const laps = new Laps();
    let token: string | null = null;
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix };
      if (token !== null) query['continuation-token'] = token;
      const request = { method: 'GET', key: '', query, proof: 'ListBucketResult' } as const;
      const { text: page }: BucketAnswer = await this.#client.send(request);
      for (const entry of entriesOf(page, 'Contents')) yield objectIn(entry);
      token = textOfElement(page, 'NextContinuationToken');
      const isStuck: boolean = token === null ? textOfElement(page, 'IsTruncated') === 'true' : laps.isLap(token);
      if (isStuck) throw new StorageFailure(`the bucket ${this.#client.bucket} does not list everything`);
    } while (token !== null);
  }

  #keyOf(name: string): string {
    const [room, ...rest] = partsOf(name);
    const start = this.#rooms.get(room);
    if (start === undefined) throw new UnsafeName(name);
    return [start, ...rest].join('/');
  }
}

/** Notices that a list leads back to itself, with the memory for one token: lists may be very long. (Brent's algorithm.) */
class Laps {
  #mark: string | null = null;
  #steps = 0;
  #most = 1;

  /** Whether the list has been at this token; it may take a few laps to notice. */
  isLap(token: string): boolean {
    if (token === this.#mark) return true;
    if (++this.#steps === this.#most) {
      this.#mark = token;
      this.#steps = 0;
      this.#most *= 2;
    }
    return false;
  }
}

/** The object that a response describes, or a range of it. Throws a {@link StorageFailure} if its size is unknown. */
function objectOf(headers: IncomingHttpHeaders): StoredObject {
  const size = Number(headers['content-range']?.split('/')[1] ?? headers['content-length']);
  if (!Number.isSafeInteger(size)) throw new StorageFailure('the bucket does not say how large an object is');
  return { size, modified: new Date(headers['last-modified'] ?? 0) };
}

/** Refuses bytes other than the requested ones: without a range, there must be no range in the answer either. */
function requireRange(
  { 'content-range': sent }: IncomingHttpHeaders,
  range: ByteRange | undefined,
  size: number,
): void {
  const wanted = range && `bytes ${range.start}-${Math.min(range.end, size - 1)}/${size}`;
  if (sent !== wanted)
    throw new StorageFailure(`the bucket answered ${wanted ?? 'no range'} with ${sent ?? 'the whole object'}`);
}

function isSame(one: StoredObject, other: StoredObject): boolean {
  return one.size === other.size && one.modified.getTime() === other.modified.getTime();
}

/** The entries of a page of a list. Throws a {@link StorageFailure} if it has too many to be read at once. */
function* entriesOf(page: string, name: string): Generator<string> {
  let count = 0;
  for (const entry of elements(page, name)) {
    if (++count > MAX_ENTRIES) throw new StorageFailure(`the bucket lists more than ${MAX_ENTRIES} entries at once`);
    yield entry;
  }
}

function objectIn(entry: string): StoredObject & { readonly key: string } {
  return {
    key: textOfElement(entry, 'Key') ?? '',
    size: Number(textOfElement(entry, 'Size')),
    modified: new Date(textOfElement(entry, 'LastModified') ?? 0),
  };
}
