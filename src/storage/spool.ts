import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentBody } from './s3-exchange.ts';

const CHUNK_BYTES = 64 * 1024;

/** Holds a body, or a part of one, on disk until it is complete, since a client may send many of them slowly. */
export class Spool implements SentBody {
  readonly #file: FileHandle;
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates a spool as an unlinked temporary file, so that nothing outlives the process. */
  static async make(): Promise<Spool> {
    const path = join(tmpdir(), `octavo-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new Spool(file);
  }

  /** Bytes in the spool. */
  get size(): number {
    return this.#size;
  }

  /** The file descriptor of the spool, for reads that do not start at the beginning. */
  get descriptor(): number {
    return this.#file.fd;
  }

  async add(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#size);
      written += bytesWritten;
      this.#size += bytesWritten;
    }
  }

  /** Reads the spool, or a range of it, with one buffer. */
  async *chunks(start = 0, end = this.#size): AsyncGenerator<Buffer> {
    const size = Math.min(end, this.#size);
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size));
    for (let position = start; position < size; ) {
      const { bytesRead } = await this.#file.read(chunk, 0, Math.min(chunk.length, size - position), position);
      if (bytesRead === 0) throw new Error('the spool file is truncated');
      yield chunk.subarray(0, bytesRead);
      position += bytesRead;
    }
  }

  /** Reads the spool into memory. */
  async readAll(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(this.#size);
    let read = 0;
    for await (const chunk of this.chunks()) read += chunk.copy(bytes, read);
    return bytes;
  }

  /** Empties the spool. */
  empty(): void {
    this.#size = 0;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
