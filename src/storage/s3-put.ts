import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Bytes that are read while they are sent; each attempt opens them anew. */
export interface PutBody {
  readonly size: number;
  open(): Readable;
}

/** What a service said to bytes that it was sent. */
export interface PutAnswer {
  readonly status: number;
  readonly etag: string;
  readonly text: string;
}

/** Sends bytes in a request that is signed already. Memory holds a few of them at a time, as `fetch` would not have it. */
export async function put(signed: Request, body: PutBody): Promise<PutAnswer> {
  const url = new URL(signed.url);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: signed.method,
    headers: { ...Object.fromEntries(signed.headers), 'content-length': body.size },
    signal: signed.signal,
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  // Where sending fails, that is what is told of.
  answered.catch(() => {});
  await pipeline(body.open(), request);
  const [answer] = await answered;
  return { status: answer.statusCode ?? 0, etag: answer.headers.etag ?? '', text: await text(answer) };
}
