import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { ApiError } from '../../../errors/api-error.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { DIGEST_BYTES, digestOf, type Frame, type FrameHead, LENGTHS_BYTES, MAGIC, MAX_BYTES } from './frame.ts';

const inflate = promisify(inflateRaw);

/**
 * Yields the frames of a backup, each verified. Error 4 for a file that is not a backup, or is damaged or truncated.
 */
export async function* framesOf(path: string): AsyncGenerator<Frame> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const reader = new FrameReader(file);
    await reader.begin();
    for (let isOver = false; !isOver; ) {
      const frame = await reader.next();
      yield frame;
      isOver = frame.head.kind === 'end';
    }
  } finally {
    await file.close();
  }
}

/** The text of a frame. Error 4. */
export async function textOf({ payload }: Frame): Promise<string> {
  return (await inflate(payload, { maxOutputLength: MAX_BYTES.payload })).toString();
}

export const damaged = (reason: string): ApiError => new ApiError('backupUnreadable', { reason });

/** Reads frames one after the other. */
class FrameReader {
  readonly #file: FileHandle;
  #position = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async begin(): Promise<void> {
    if (!(await this.#read(MAGIC.length)).equals(MAGIC)) throw damaged('it does not begin like one');
  }

  async next(): Promise<Frame> {
    const lengths = await this.#read(LENGTHS_BYTES);
    const [headBytes, payloadBytes] = [lengths.readUInt32BE(0), lengths.readUInt32BE(4)];
    if (headBytes > MAX_BYTES.head || payloadBytes > MAX_BYTES.payload) throw this.#damaged();
    const head = await this.#read(headBytes);
    const payload = await this.#read(payloadBytes);
    const digest = await this.#read(DIGEST_BYTES);
    if (!digestOf(Buffer.concat([lengths, head]), payload).equals(digest)) throw this.#damaged();
    return { head: parseJson(head.toString()) as FrameHead, payload };
  }

  async #read(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#file.read(bytes, done, length - done, this.#position + done);
      if (bytesRead === 0) throw damaged('it ends too early');
      done += bytesRead;
    }
    this.#position += length;
    return bytes;
  }

  #damaged(): ApiError {
    return damaged(`the bytes before ${this.#position} are not as they were written`);
  }
}
