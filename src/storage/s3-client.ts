import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import type { BucketConfig } from './config.ts';
import { BucketTimeout, exchange, type SentBody } from './s3-exchange.ts';
import { StorageFailure } from './storage-failure.ts';

const RETRIES = 2;
const PAUSE_MS = 100;
/** How long a bucket may be silent before a request fails. */
const SILENCE_MS = 30_000;

/** A request to a bucket. */
export interface BucketRequest {
  readonly method: string;
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: SentBody;
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
 * that a silent bucket is not retried. Every failure is a {@link StorageFailure}.
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
      const text = await textOf(answer);
      return { status: statusOf(answer), isSuccess: isSuccess(answer), headers: answer.headers, text };
    });
  }

  /** Requests bytes as a stream; null if there are none, or none that match the conditional headers. */
  async open(
    request: BucketRequest,
    isWanted: (headers: IncomingHttpHeaders) => boolean = () => true,
  ): Promise<Readable | null> {
    const answer = await this.#repeated({ ...request, expected: [404, 416] }, async (begun) => begun);
    if (isSuccess(answer)) {
      if (isWanted(answer.headers)) return Readable.from(this.#bytesOf(answer, request), { objectMode: false });
      answer.destroy();
      return null;
    }
    const text = await textOf(answer);
    if (text.includes('NoSuchBucket')) throw this.#refused(request, 404, text);
    return null;
  }

  async #repeated<T>(request: BucketRequest, take: (answer: IncomingMessage) => Promise<T>): Promise<T> {
    for (let tries = 0; tries < RETRIES; tries++) {
      try {
        return await this.#attempt(request, take);
      } catch (error) {
        if (!(error instanceof StorageFailure && error.isPassing)) throw error;
      }
      await setTimeout(PAUSE_MS * 2 ** tries * (0.5 + Math.random()));
    }
    return this.#attempt(request, take);
  }

  async #attempt<T>(request: BucketRequest, take: (answer: IncomingMessage) => Promise<T>): Promise<T> {
    const signed = await this.#signed(request);
    try {
      const answer = await exchange(signed, request.body ?? null, this.#silenceMs);
      if (isSuccess(answer) || request.expected?.includes(statusOf(answer))) return await take(answer);
      throw this.#refused(request, statusOf(answer), await textOf(answer));
    } catch (error) {
      throw error instanceof StorageFailure ? error : this.#failed(request, error);
    }
  }

  async *#bytesOf(answer: IncomingMessage, request: BucketRequest): AsyncGenerator<Buffer> {
    try {
      yield* answer;
    } catch (error) {
      throw this.#failed(request, error);
    }
  }

  async #signed({ method, key, query, headers }: BucketRequest): Promise<Request> {
    const client = await this.#signing();
    const path = key.split('/').map(encodeURIComponent).join('/');
    const url = `${this.base}/${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
    return client.sign(url, { method, headers: { ...headers } });
  }

  #refused({ method, key }: BucketRequest, status: number, text: string): StorageFailure {
    const said = `the bucket ${this.bucket} answered ${status} to ${method} ${key}: ${text.slice(0, 300)}`;
    return new StorageFailure(said, { isPassing: status >= 500 || status === 429 });
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
