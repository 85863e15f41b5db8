import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Semaphore } from '../../shared/semaphore.ts';
import { bodyKind, declaredLength, isEncoded, isMediaType } from '../body-kind.ts';
import { JsonLimits } from '../json-limits.ts';
import type { BodyLimits } from '../limits.ts';
import { hasFields, receiveFields } from './multipart-fields.ts';
import { type Arrival, type BodyReading, readBody } from './read-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A large body that is not parsed yet. */
    largeBody: LargeBody | null;
  }
}

/** A large body. */
export interface LargeBody {
  readonly bytes: Buffer;
  /** Where its JSON can be cut; see `JsonLimits.cuts`. */
  readonly cuts: readonly number[];
}

/**
 * A large body is in memory several times: as text, as values, and as what is built from them, so one is parsed at a
 * time.
 */
const AT_ONCE = 1;

/**
 * Reads bodies. At most `publicBytes` are read before authentication, which then uses everything but the body. JSON is
 * measured as it arrives. Large bodies wait on disk until they are complete and have a slot, so that only few are in
 * memory, however many arrive and however slowly. Multipart forms are not read here if their route streams them.
 * Error 13 for a body that is too long.
 */
export function receiveBodies(
  app: FastifyInstance,
  given: Partial<BodyReading> & Omit<BodyReading, 'semaphore'>,
): void {
  const reading = { semaphore: new Semaphore({ total: AT_ONCE }), ...given };
  app.decorateRequest('largeBody', null);
  app.decorateRequest('multipartBytes', null);
  app.decorateRequest('releaseSlot', null);
  app.decorateRequest('arrivedBytes', 0);
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.releaseSlot?.();
    done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The framework would refuse an invalid content type even on requests that need no body. (Contract, R-35.)
    if (!isMediaType(request.headers['content-type'])) delete request.raw.headers['content-type'];
    if (isEncoded(request)) ignoreBody(request, reply);
    const { earlyBody } = request.raw;
    if (earlyBody) return done(null, Readable.from([earlyBody]));
    const receive = receiverOf(request, reading.limits);
    if (!receive) return done(null, payload);
    receive({ reading, request, reply, payload: payload as Readable }).then((body) => done(null, body), done);
  });
}

/** Ignores an encoded body like one of an unknown type. The answer names the supported encodings. */
function ignoreBody(request: FastifyRequest, reply: FastifyReply): void {
  request.bodyFault = 'bodyEncoded';
  delete request.raw.headers['content-type'];
  reply.header('Accept-Encoding', 'identity');
}

type Receive = (arrival: Arrival) => Promise<Readable>;

/** How a body is received; undefined if the framework or the route reads it. */
function receiverOf(request: FastifyRequest, limits: BodyLimits): Receive | undefined {
  const kind = bodyKind(request);
  if (kind === 'none') return undefined;
  if (kind === 'multipart') return hasFields(request) ? receiveFields : undefined;
  return isShort(request, limits) ? undefined : RECEIVERS[kind];
}

const RECEIVERS: Readonly<Record<'json' | 'form' | 'other', Receive>> = {
  json: receiveJson,
  form: receiveForm,
  other: async () => Readable.from([]),
};

async function receiveJson(arrival: Arrival): Promise<Readable> {
  const json = new JsonLimits();
  const { bytes, isLong } = await readBody(arrival, json);
  if (isLong) arrival.request.largeBody = { bytes, cuts: json.cuts };
  return Readable.from([bytes]);
}

async function receiveForm(arrival: Arrival): Promise<Readable> {
  const { bytes, isLong } = await readBody(arrival);
  if (isLong) arrival.request.largeBody = { bytes, cuts: [] };
  return Readable.from([bytes]);
}

function isShort(request: FastifyRequest, { publicBytes }: BodyLimits): boolean {
  return request.headers['transfer-encoding'] === undefined && declaredLength(request) <= publicBytes;
}
