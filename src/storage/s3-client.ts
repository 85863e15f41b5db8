import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as setTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import { retryAfterMs } from '../shared/retry-after.ts';
import type { BucketConfig } from './config.ts';
import { BucketTimeout, exchange, MAX_SILENCES, type SentBody, withoutDripping } from './s3-exchange.ts';
import { StorageFailure } from './storage-failure.ts';

const RETRIES = 2;
const PAUSE_MS = 100;
/** A bucket that asks for a longer wait is not asked again: a request waits for the answer. */
const MAX_WAIT_MS = 5_000;
/** How long a bucket may be silent before a request fails. */
const SILENCE_MS = 30_000;
/** More than any answer that is read into memory: a list of 1,000 long keys, and everything else. */
const MAX_BYTES = { list: 16 * 1024 * 1024, other: 256 * 1024 };

type Proof =
  | 'etag'
  | 'CompleteMultipartUploadResult'
  | 'CopyObjectResult'
  | 'InitiateMultipartUploadResult'
  | 'ListBucketResult'
  | 'ListMultipartUploadsResult';

/** A request to a bucket. */
export interface BucketRequest {
  readonly method: string;
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: SentBody;
  /** What every success contains: an entity tag, or an XML document with this root. Other answers are failures. */
  readonly proof?: Proof;
  /** Expected statuses other than success. */
  readonly expected?: readonly number[];
}

/** A bucket's complete response. */
export interface BucketAnswer {
  readonly status: number;
  readonly isSuccess: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends signed requests to one bucket. Transient failures (network, 429, 5xx) are retried twice after a pause, except
 * that a silent bucket is not retried, nor one that asks for a long wait. Every failure is a {@link StorageFailure}.
 */
export class BucketClient {
  readonly #config: BucketConfig;
  /** The URL of the bucket. */
  readonly base: string;
  readonly #silenceMs: number;
  #client: Promise<AwsClient> | undefined;

  constructor(config: BucketConfig, silenceMs = SILENCE_MS) {
    this.#config = config;
    this.#silenceMs = silenceMs;
    this.base = config.endpoint
      ? `${config.endpoint}/${config.bucket}`
      : `https://${config.bucket}.s3.${config.region}.amazonaws.com`;
  }

  get bucket(): string {
    return this.#config.bucket;
  }

  /** Headers added to every written object. */
  get objectHeaders(): Readonly<Record<string, string>> {
    return this.#config.headers;
  }

  /** Sends a request; a status that is neither success nor expected is an error. */
  send(request: BucketRequest): Promise<BucketAnswer> {
    return this.#repeated(request, async (answer) => {
      const text = await this.#textOf(answer, mostBytes(request));
      const isWrong = isSuccess(answer) ? !isProven(request, answer, text) : isLost(answer, text);
      if (isWrong) throw this.#refused(request, answer, text);
      return { status: statusOf(answer), isSuccess: isSuccess(answer), headers: answer.headers, text };
    });
  }

  /**
   * Requests bytes as a stream; null if there are none, or `isWanted` does not want them. `isWanted` may throw a
   * {@link StorageFailure}.
   */
  async open(request: BucketRequest, isWanted: (headers: IncomingHttpHeaders) => boolean): Promise<Readable | null> {
    const answer = await this.#repeated({ ...request, expected: [404, 416] }, async (begun) => {
      if (isSuccess(begun) && !isProven(request, begun, ''))
        throw this.#refused(request, begun, await this.#textOf(begun));
      return begun;
    });
    if (isSuccess(answer)) {
      let stream: Readable | null = null;
      try {
        if (isWanted(answer.headers)) stream = Readable.from(this.#bytesOf(answer, request), { objectMode: false });
      } finally {
        if (!stream) answer.destroy();
      }
      return stream;
    }
    const text = await this.#textOf(answer).catch((error: unknown) => {
      throw this.#failed(request, error);
    });
    if (isLost(answer, text)) throw this.#refused(request, answer, text);
    return null;
  }

  async #repeated<T>(request: BucketRequest, take: (answer: IncomingMessage) => Promise<T>): Promise<T> {
    for (let tries = 0; tries < RETRIES; tries++) {
      let wait = PAUSE_MS * 2 ** tries * (0.5 + Math.random());
      try {
        return await this.#attempt(request, take);
      } catch (error) {
        if (!(error instanceof StorageFailure && error.isPassing)) throw error;
        wait = Math.max(wait, error.waitMs ?? 0);
        if (wait > MAX_WAIT_MS) throw error;
      }
      await setTimeout(wait);
    }
    return this.#attempt(request, take);
  }

  async #attempt<T>(request: BucketRequest, take: (answer: IncomingMessage) => Promise<T>): Promise<T> {
    const signed = await this.#signed(request);
    try {
      const answer = await exchange(signed, request.body ?? null, this.#silenceMs);
      if (isSuccess(answer) || request.expected?.includes(statusOf(answer))) return await take(answer);
      throw this.#refused(request, answer, await this.#textOf(answer));
    } catch (error) {
      throw error instanceof StorageFailure ? error : this.#failed(request, error);
    }
  }

  /** Yields exactly the bytes that the headers promise, or fails. */
  async *#bytesOf(answer: IncomingMessage, request: BucketRequest): AsyncGenerator<Buffer> {
    let left = bytesIn(answer.headers);
    try {
      for await (const chunk of withoutDripping(answer, this.#silenceMs)) {
        left -= chunk.length;
        if (left < 0) break;
        yield chunk;
      }
      if (left !== 0) throw new Error('the bucket did not send as many bytes as it said');
    } catch (error) {
      throw this.#failed(request, error);
    }
  }

  #textOf(answer: IncomingMessage, most = MAX_BYTES.other): Promise<string> {
    return textOf(answer, MAX_SILENCES * this.#silenceMs, most);
  }

  async #signed({ method, key, query, headers }: BucketRequest): Promise<Request> {
    const client = await this.#signing();
    const path = key.split('/').map(encodeURIComponent).join('/');
    const url = `${this.base}/${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
    return client.sign(url, { method, headers: { ...headers } });
  }

  #refused({ method, key }: BucketRequest, answer: IncomingMessage, text: string): StorageFailure {
    const status = statusOf(answer);
    const said = `the bucket ${this.bucket} answered ${status} to ${method} ${key}: ${text.slice(0, 300)}`;
    const waitMs = retryAfterMs(answer.headers['retry-after'], Date.now());
    return new StorageFailure(said, { isPassing: status >= 500 || status === 429, waitMs });
  }

  #failed({ method, key }: BucketRequest, cause: unknown): StorageFailure {
    const isPassing = !(cause instanceof BucketTimeout);
    return new StorageFailure(`the bucket ${this.bucket} did not answer ${method} ${key}`, { cause, isPassing });
  }

  #signing(): Promise<AwsClient> {
    const { key: accessKeyId, secret: secretAccessKey, region } = this.#config;
    this.#client ??= import('aws4fetch').then(
      (library) => new library.AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' }),
    );
    return this.#client;
  }
}

const statusOf = ({ statusCode }: IncomingMessage): number => statusCode ?? 0;

const isSuccess = (answer: IncomingMessage): boolean => statusOf(answer) >= 200 && statusOf(answer) < 300;

/** A captive portal, for example, answers 200 to everything. Some failures follow a status of 200, too. */
function isProven({ proof }: BucketRequest, { headers }: IncomingMessage, text: string): boolean {
  if (proof === undefined) return true;
  return proof === 'etag' ? !!headers.etag || !isForeign(headers, text) : text.includes(`</${proof}>`);
}

/** Whether an answer without an entity tag must be somebody else's: not every imitation of S3 sends one. */
const isForeign = ({ 'content-type': type = '' }: IncomingHttpHeaders, text: string): boolean =>
  text !== '' || /^text\/html\b/i.test(type);

/** Whether a 404 says that the bucket is gone, or is somebody else's: only other ones mean that there is no object. */
function isLost(answer: IncomingMessage, text: string): boolean {
  return statusOf(answer) === 404 && (text.includes('NoSuchBucket') || isForeign(answer.headers, ''));
}

/** How many bytes a response to GET has, according to its headers. */
function bytesIn({ 'content-range': range, 'content-length': length }: IncomingHttpHeaders): number {
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(range ?? '') ?? [];
  return end === undefined ? Number(length) : Number(end) - Number(start) + 1;
}

const mostBytes = ({ proof }: BucketRequest): number => (proof?.startsWith('List') ? MAX_BYTES.list : MAX_BYTES.other);

/** The text of a response, cut after `most` bytes. Fails if it takes longer than `ms`. */
async function textOf(answer: IncomingMessage, ms: number, most: number): Promise<string> {
  const late = setTimer(() => answer.destroy(new BucketTimeout(`the answer took longer than ${ms} ms`)), ms);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks).toString('utf8');
}
