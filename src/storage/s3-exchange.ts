import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';

/** Bytes that are read while they are sent; each attempt reads them anew. */
export interface SentBody {
  readonly size: number;
  /** A chunk may be overwritten as soon as the next is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A short text as what is sent. */
export function bodyOf(text: string): SentBody {
  const bytes = Buffer.from(text);
  return { size: bytes.length, chunks: () => Readable.from(bytes.length > 0 ? [bytes] : []) };
}

/** A bucket that said nothing for too long. */
export class BucketTimeout extends Error {}

/**
 * Sends a request that is signed already, and returns what the service answers as soon as it begins to. A few bytes at a
 * time are in memory. Whoever is silent for `silenceMs`, while it is its turn, is given up: {@link BucketTimeout}.
 */
export async function exchange(signed: Request, body: SentBody | null, silenceMs: number): Promise<IncomingMessage> {
  const url = new URL(signed.url);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: signed.method,
    headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': body.size }) },
    timeout: silenceMs,
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  giveUpOnSilence(request, silenceMs);
  const sent = send(request, body);
  // Where sending and answering fail, one of them is told of.
  for (const either of [answered, sent]) either.catch(() => {});
  const [answer] = await Promise.race([answered, sent.then(() => answered)]);
  // An answer that came before its time: nobody wants the rest, and the bytes must not be read any more.
  if (!request.writableEnded) answer.once('end', () => request.destroy());
  return answer;
}

async function send(request: ClientRequest, body: SentBody | null): Promise<void> {
  for await (const chunk of body?.chunks() ?? []) await written(request, chunk);
  request.end();
}

/** Resolves when a chunk has left; rejects when the request ends before. */
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
  // It may be the reader who takes no more: then bytes are waiting.
  request.on('timeout', () => {
    if (!answer?.readableLength) request.destroy(new BucketTimeout(`nothing was heard for ${silenceMs} ms`));
  });
  request.on('error', () => {});
}
