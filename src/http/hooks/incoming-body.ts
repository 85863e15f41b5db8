import type { Readable } from 'node:stream';
import { ApiError } from '../../errors/api-error.ts';
import { releaseBuffer } from '../../shared/release-buffer.ts';
import { Spool } from '../../storage/spool.ts';
import { asUnavailable } from '../../storage/translated.ts';
import type { JsonLimits } from '../json-limits.ts';
import type { BodyLimits } from '../limits.ts';

/** A body that is arriving. */
export class IncomingBody {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #limits: BodyLimits;
  readonly #jsonLimits: JsonLimits | null;
  readonly #start: Buffer[] = [];
  #startBytes = 0;

  constructor(payload: Readable, limits: BodyLimits, jsonLimits: JsonLimits | null) {
    this.#chunks = payload.iterator({ destroyOnReturn: false });
    this.#limits = limits;
    this.#jsonLimits = jsonLimits;
  }

  /** The bytes that were read before authentication. */
  get start(): Buffer {
    return Buffer.concat(this.#start);
  }

  /** Whether the body ends within the limit for anonymous callers; reads at most that and one chunk. */
  async endsEarly(): Promise<boolean> {
    while (this.#startBytes <= this.#limits.publicBytes) {
      const chunk = await this.#next();
      if (!chunk) return true;
      this.#start.push(chunk);
      this.#startBytes += chunk.length;
    }
    return false;
  }

  /** Reads the complete body, and waits for `acquire` with its size. Error 13; error 11 if the disk fails. */
  async readAll(acquire: (size: number) => Promise<void> | undefined): Promise<Buffer> {
    try {
      const spool = await Spool.make();
      try {
        await this.#fill(spool);
        await acquire(spool.size);
        return await spool.readAll();
      } finally {
        await spool.close();
      }
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async #fill(spool: Spool): Promise<void> {
    const { bytes: limit } = this.#limits;
    for (const chunk of this.#start) await spool.add(chunk);
    for (let chunk = await this.#next(); chunk; chunk = await this.#next()) {
      if (spool.size + chunk.length > limit) throw new ApiError('payloadTooLarge', { limit });
      await spool.add(chunk);
      releaseBuffer(chunk);
    }
  }

  /** Reads and measures the next chunk; undefined at the end. */
  async #next(): Promise<Buffer | undefined> {
    const { value, done } = await this.#chunks.next().catch(() => {
      throw new ApiError('bodyIncomplete');
    });
    if (done) return undefined;
    this.#jsonLimits?.add(value);
    return value;
  }
}
