import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { endOnInterimFlood } from '../net/floods.ts';

/** A request body that is read while it is sent; each attempt reads it from the start. */
export interface SentBody {
  readonly size: number;
  /** The buffer of a chunk may be reused once the next chunk is requested. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A short text as a request body. */
export function bodyOf(text: string): SentBody {
  const bytes = Buffer.from(text);
  return { size: bytes.length, chunks: () => Readable.from(bytes.length > 0 ? [bytes] : []) };
}

/** A bucket that was silent or too slow for too long. */
export class BucketTimeout extends Error {}

/**
 * How many times as long as it may be silent a bucket may take to answer. It may send white space meanwhile, as it does
 * while it joins the parts of an upload.
 */
export const MAX_SILENCES = 10;
/** A bucket that takes or gives fewer bytes per second drips. */
const MIN_RATE = 1_024;

/** The bytes of a response. Fails if they drip; the time that the reader takes does not count. */
export async function* withoutDripping(answer: IncomingMessage, silenceMs: number): AsyncGenerator<Buffer> {
  let waited = 0;
  let bytes = 0;
  let began = performance.now();
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    waited += performance.now() - began;
    bytes += chunk.length;
    if (waited >= silenceMs && bytes < (waited / 1000) * MIN_RATE)
      throw new BucketTimeout(`the bucket sent ${bytes} bytes in ${Math.round(waited)} ms`);
    if (waited >= silenceMs) waited = bytes = 0;
    yield chunk;
    began = performance.now();
  }
}

/**
 * Sends a signed request and returns the response as soon as it begins, holding one chunk in memory. If the bucket is
 * silent for `silenceMs` while it is expected to act, or too slow, the request fails with {@link BucketTimeout}.
 */
export async function exchange(signed: Request, body: SentBody | null, silenceMs: number): Promise<IncomingMessage> {
  const url = new URL(signed.url);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: signed.method,
    headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': body.size }) },
    timeout: silenceMs,
  });
  const answered = answerTo(request);
  endOnInterimFlood(request);
  giveUpOnSilence(request, silenceMs);
  const sent = send(request, body, silenceMs);
  // If both sending and receiving fail, one error is reported.
  for (const either of [answered, sent]) either.catch(() => {});
  const answer = await Promise.race([answered, sent.then(() => inTime(request, answered, MAX_SILENCES * silenceMs))]);
  // The response came early: the rest is not needed, and the body must not be read any further.
  if (!request.writableEnded) answer.once('end', () => request.destroy());
  return answer;
}

/** Resolves when an answer begins; rejects if the request ends first, as it does when the bucket switches protocols. */
function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    request.once('response', done);
    request.once('error', fail);
    request.once('close', () => fail(new Error('the connection was closed')));
  });
}

async function send(request: ClientRequest, body: SentBody | null, silenceMs: number): Promise<void> {
  for await (const chunk of body?.chunks() ?? []) {
    const ms = Math.max(silenceMs, (chunk.length / MIN_RATE) * 1000);
    await inTime(request, written(request, chunk), ms);
  }
  request.end();
}

/** What a part of a request results in. Ends the request if that takes longer than `ms`. */
async function inTime<T>(request: ClientRequest, part: Promise<T>, ms: number): Promise<T> {
  const late = setTimeout(() => request.destroy(new BucketTimeout(`the bucket took longer than ${ms} ms`)), ms);
  try {
    return await part;
  } finally {
    clearTimeout(late);
  }
}

/** Resolves when a chunk has been sent; rejects if the request ends first. */
function written(request: ClientRequest, chunk: Uint8Array): Promise<void> {
  return new Promise((done, fail) => {
    const closed = (): void => fail(request.errored ?? new Error('the connection was closed'));
    if (request.destroyed) return closed();
    request.once('close', closed);
    request.write(chunk, () => {
      request.off('close', closed);
      done();
    });
  });
}

function giveUpOnSilence(request: ClientRequest, silenceMs: number): void {
  let answer: IncomingMessage | undefined;
  request.once('response', (begun) => {
    answer = begun;
  });
  // The reader may be the slow side: then bytes are waiting.
  request.on('timeout', () => {
    if (!answer?.readableLength) request.destroy(new BucketTimeout(`the bucket was silent for ${silenceMs} ms`));
  });
  request.on('error', () => {});
}
