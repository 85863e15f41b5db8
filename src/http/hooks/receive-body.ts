import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../auth/network-of.ts';
import { ApiError } from '../../errors/api-error.ts';
import { releaseBuffer } from '../../shared/release-buffer.ts';
import { Semaphore } from '../../shared/semaphore.ts';
import { Spool } from '../../storage/spool.ts';
import { asUnavailable } from '../../storage/translated.ts';
import { bodyKind, declaredLength, isMediaType, MULTIPART_TYPE } from '../body-kind.ts';
import { JsonLimits } from '../json-limits.ts';
import type { BodyLimits } from '../limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A large body that is not parsed yet. */
    largeBody: LargeBody | null;
    /** A multipart form that is not parsed yet, where the route does not read it. */
    multipartBytes: Buffer | null;
    /** The length of a body of undeclared length, measured as it arrived; 0 for others. */
    arrivedBytes: number;
    /** Releases the slot of a large body. */
    releaseSlot: (() => void) | null;
  }
}

type ReadKind = 'json' | 'form' | 'multipart';

/** A large body. */
export interface LargeBody {
  readonly bytes: Buffer;
  /** Where its JSON can be cut; see `JsonLimits.cuts`. */
  readonly cuts: readonly number[];
}

/** The size from which a body counts as large. */
const LARGE_BYTES = 1024 * 1024;
/** Parsing a multipart form blocks the event loop, so only routes that stream its files accept a large one. */
const MULTIPART_BYTES = LARGE_BYTES;
/**
 * A large body is in memory several times: as text, as values, and as what is built from them, so one is parsed at a
 * time.
 */
const AT_ONCE = 1;

/** What reading bodies needs from the server. */
interface BodyReading {
  readonly limits: BodyLimits;
  /**
   * Whether the caller is authenticated; determined before much is read. Throws errors that refuse the request
   * regardless of its body.
   */
  readonly isAuthenticated: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
  /** Waits until the request is admitted. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;
  readonly semaphore?: Semaphore;
}

/**
 * Reads bodies. At most `publicBytes` are read before authentication, which then uses everything but the body. JSON is
 * measured as it arrives. Large bodies wait on disk until they are complete and have a slot, so that only few are in
 * memory, however many arrive and however slowly. Multipart forms are not read here if their route streams them.
 * Error 13 for a body that is too long.
 */
export function receiveBodies(app: FastifyInstance, reading: BodyReading): void {
  const { limits, semaphore = new Semaphore({ total: AT_ONCE }) } = reading;
  app.decorateRequest('largeBody', null);
  app.decorateRequest('multipartBytes', null);
  app.decorateRequest('releaseSlot', null);
  app.decorateRequest('arrivedBytes', 0);
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.releaseSlot?.();
    done();
  });
  const receive = async (request: FastifyRequest, reply: FastifyReply, payload: Readable, kind: ReadKind) => {
    const json = kind === 'json' ? new JsonLimits() : null;
    const own = kind === 'multipart' ? { ...limits, bytes: Math.min(limits.bytes, MULTIPART_BYTES) } : limits;
    const body = new IncomingBody(payload, own, json);
    if (declaredLength(request) <= own.publicBytes && (await body.endsEarly())) {
      request.arrivedBytes = body.start.length;
      return body.start;
    }
    await requireAuthenticated({ ...reading, limits: own }, request, reply);
    const bytes = await body.readAll(async (size) => {
      await reading.admit?.(request, reply);
      if (size > LARGE_BYTES) await acquireSlot(request, reply, semaphore);
    });
    request.arrivedBytes = bytes.length;
    if (kind !== 'multipart') request.largeBody = { bytes, cuts: json?.cuts ?? [] };
    return bytes;
  };
  const receiveMultipart = async (request: FastifyRequest, reply: FastifyReply, payload: Readable) => {
    request.multipartBytes = await receive(request, reply, payload, 'multipart');
    return Readable.from([]);
  };
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The framework would refuse an invalid content type even on requests that need no body. (Contract, R-35.)
    if (!isMediaType(request.headers['content-type'])) delete request.raw.headers['content-type'];
    const { earlyBody } = request.raw;
    if (earlyBody) return done(null, Readable.from([earlyBody]));
    const kind = bodyKind(request);
    if (kind === 'multipart' && hasFields(request))
      return void receiveMultipart(request, reply, payload as Readable).then((body) => done(null, body), done);
    if (kind === 'none' || kind === 'multipart' || isShort(request, limits)) return done(null, payload);
    if (kind === 'other') return done(null, Readable.from([]));
    receive(request, reply, payload as Readable, kind).then((bytes) => done(null, Readable.from([bytes])), done);
  });
}

/** Whether a multipart form is the body of a route that takes no file. As in PHP, it is one for POST only. */
function hasFields({ method, is404, headers, routeOptions }: FastifyRequest): boolean {
  const isRead = method === 'POST' && !is404 && !routeOptions.config.streamsForms;
  return isRead && MULTIPART_TYPE.test(headers['content-type'] ?? '');
}

async function requireAuthenticated(
  { limits, isAuthenticated }: BodyReading,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!(await isAuthenticated(request, reply)))
    throw new ApiError('publicPayloadTooLarge', { limit: limits.publicBytes });
  if (declaredLength(request) > limits.bytes) throw new ApiError('payloadTooLarge', { limit: limits.bytes });
}

function isShort(request: FastifyRequest, { publicBytes }: BodyLimits): boolean {
  return request.headers['transfer-encoding'] === undefined && declaredLength(request) <= publicBytes;
}

/** A body that is arriving. */
class IncomingBody {
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

/** Waits for a slot, which is held until the response is sent or the client disconnects. */
async function acquireSlot(request: FastifyRequest, { raw }: FastifyReply, semaphore: Semaphore): Promise<void> {
  const over = new Promise<void>((end) => {
    request.releaseSlot = end;
    raw.once('close', end);
  });
  await new Promise<void>((begin, fail) => {
    semaphore.run(networkOf(request.ip), () => Promise.resolve(begin()).then(() => over)).catch(fail);
  });
  if (raw.destroyed) throw new ApiError('bodyIncomplete');
}
