import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Listing, ListOptions, Metadata, ReadObject, SentObject, Store } from 's3rver';

interface Kept {
  readonly bytes: Buffer;
  readonly metadata: Metadata;
}

interface Upload {
  readonly object: Pick<SentObject, 'bucket' | 'key' | 'metadata'>;
  readonly parts: Map<number, Buffer>;
}

const sumOf = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
const bodyOf = (bytes: Buffer): Readable => Readable.from([bytes], { objectMode: false });

/**
 * The content of one bucket, in memory. As with real services, an object is either there as a whole or not at all, and
 * a reader that has begun reads the same object to its end; the library's own store writes files piece by piece while
 * others read them.
 */
export class BucketStore implements Store {
  readonly #name: string;
  readonly #objects = new Map<string, Kept>();
  readonly #uploads = new Map<string, Upload>();

  constructor(name: string) {
    this.#name = name;
  }

  async getBucket(name: string) {
    return name === this.#name ? { name, creationDate: new Date(0) } : null;
  }

  async getSubresource(): Promise<null> {
    return null;
  }

  async listObjects(_bucket: string, { prefix = '', startAfter = '', maxKeys }: ListOptions): Promise<Listing> {
    const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix) && key > startAfter).sort();
    const objects = keys.slice(0, maxKeys).flatMap((key) => this.#found(key) ?? []);
    return { objects, commonPrefixes: [], isTruncated: objects.length < keys.length };
  }

  async existsObject(_bucket: string, key: string): Promise<boolean> {
    return this.#objects.has(key);
  }

  async getObject(
    _bucket: string,
    key: string,
    { start = 0, end }: { readonly start?: number; readonly end?: number },
  ): Promise<ReadObject | null> {
    const kept = this.#objects.get(key);
    const found = this.#found(key);
    if (!kept || !found) return null;
    if (start === 0 && end === undefined) return { ...found, content: bodyOf(kept.bytes) };
    const range = { start, end: Math.min(end ?? Number.POSITIVE_INFINITY, kept.bytes.length - 1) };
    if (range.end < range.start) return { ...found, range };
    return { ...found, range, content: bodyOf(kept.bytes.subarray(range.start, range.end + 1)) };
  }

  async putObject({ key, metadata, content }: SentObject) {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    const md5 = sumOf(bytes);
    this.#keep(key, bytes, { ...metadata, etag: JSON.stringify(md5) });
    return { size: bytes.length, md5 };
  }

  async copyObject(_from: string, source: string, _to: string, key: string, replaced: Metadata | null) {
    const kept = this.#objects.get(source);
    if (!kept) throw new Error(`${source} has gone`);
    return this.#keep(key, kept.bytes, { ...kept.metadata, ...replaced });
  }

  async deleteObject(_bucket: string, key: string): Promise<void> {
    this.#objects.delete(key);
  }

  async initiateUpload(bucket: string, key: string, id: string, metadata: Metadata): Promise<void> {
    this.#uploads.set(id, { object: { bucket, key, metadata }, parts: new Map() });
  }

  async putPart(_bucket: string, id: string, number: string, content: Readable) {
    const bytes = await buffer(content);
    this.#uploads.get(id)?.parts.set(Number(number), bytes);
    return { size: bytes.length, md5: sumOf(bytes) };
  }

  async putObjectMultipart(_bucket: string, id: string, parts: readonly { readonly number: number }[]) {
    const upload = this.#uploads.get(id);
    if (!upload) throw new Error(`the upload ${id} has gone`);
    const numbers = parts.map(({ number }) => number).sort((a, b) => a - b);
    const content = Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0)));
    this.#uploads.delete(id);
    return this.putObject({ ...upload.object, content });
  }

  #keep(key: string, bytes: Buffer, metadata: Metadata): Metadata {
    const kept = { bytes, metadata: { ...metadata, 'last-modified': new Date().toUTCString() } };
    this.#objects.set(key, kept);
    return kept.metadata;
  }

  #found(key: string): ReadObject | null {
    const kept = this.#objects.get(key);
    if (!kept) return null;
    const { etag = '', 'last-modified': modified = '', 'content-type': type = 'binary/octet-stream' } = kept.metadata;
    const size = kept.bytes.length;
    return {
      key,
      size,
      lastModifiedDate: new Date(modified),
      metadata: { etag, 'last-modified': modified, 'content-type': type, 'content-length': String(size) },
    };
  }
}
