import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { envelopeOf, type FrameHead, MAGIC } from './frame.ts';

const deflate = promisify(deflateRaw);

/** Appends frames to the file of a backup. */
export class FrameWriter {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates the file, readable only by the server's account. */
  static async create(path: string): Promise<FrameWriter> {
    const writer = new FrameWriter(await open(path, 'wx', 0o600));
    await writer.#file.appendFile(MAGIC);
    return writer;
  }

  /** Adds bytes as they are. */
  async add(head: FrameHead, payload: Buffer): Promise<void> {
    const [before, digest] = envelopeOf(head, payload);
    for (const bytes of [before, payload, digest]) await this.#file.appendFile(bytes);
  }

  /** Adds a text in compressed form. */
  async addText(head: FrameHead, text: string): Promise<void> {
    await this.add(head, await deflate(text, { level: 3 }));
  }

  /** Returns when everything is on the disk. */
  async sync(): Promise<void> {
    await this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
