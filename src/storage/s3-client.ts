import { setTimeout } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import type { BucketConfig } from './config.ts';
import { type PutBody, put } from './s3-put.ts';

const RETRIES = 2;
const PAUSE_MS = 50;
/** Longest time for anything but a download, whose length is the reader's affair. */
const REQUEST_MS = 600_000;

/** What a request to a bucket says. */
export interface BucketRequest {
  readonly method: string;
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Statuses that are answers, beyond those of success. */
  readonly expected?: readonly number[];
}

/** Signed requests to one bucket. */
export class BucketClient {
  readonly #config: BucketConfig;
  readonly #base: string;
  #client: Promise<AwsClient> | undefined;

  constructor(config: BucketConfig) {
    this.#config = config;
    this.#base = config.endpoint
      ? `${config.endpoint}/${config.bucket}`
      : `https://${config.bucket}.s3.${config.region}.amazonaws.com`;
  }

  get bucket(): string {
    return this.#config.bucket;
  }

  /** Headers of every object that is written. */
  get objectHeaders(): Readonly<Record<string, string>> {
    return this.#config.headers;
  }

  /** Sends a request; an answer that is neither a success nor expected is an error. */
  async send({ method, key, query, headers, body, expected = [] }: BucketRequest): Promise<Response> {
    const client = await this.#signing();
    const answer = await client.fetch(this.#urlOf(key, query), {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body }),
      ...(method !== 'GET' && { signal: AbortSignal.timeout(REQUEST_MS) }),
    });
    if (answer.ok || expected.includes(answer.status)) return answer;
    throw this.#refused(answer.status, `${method} ${key}`, await answer.text());
  }

  /** Writes bytes, which are read while they are sent; tried again as other requests are. Returns their tag. */
  async put({ key, query, headers }: Omit<BucketRequest, 'method' | 'body'>, body: PutBody): Promise<string> {
    const client = await this.#signing();
    for (let tries = 0; ; tries++) {
      const signal = AbortSignal.timeout(REQUEST_MS);
      const signed = await client.sign(this.#urlOf(key, query), { method: 'PUT', headers: { ...headers }, signal });
      const answer = await put(signed, body);
      if (answer.status >= 200 && answer.status < 300) return answer.etag;
      if (tries >= RETRIES || (answer.status < 500 && answer.status !== 429))
        throw this.#refused(answer.status, `PUT ${key}`, answer.text);
      await setTimeout(PAUSE_MS * 2 ** tries * Math.random());
    }
  }

  #urlOf(key: string, query: BucketRequest['query']): string {
    const path = key.split('/').map(encodeURIComponent).join('/');
    return `${this.#base}/${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
  }

  #refused(status: number, request: string, text: string): Error {
    return new Error(`the bucket ${this.#config.bucket} answered ${status} to ${request}: ${text.slice(0, 300)}`);
  }

  #signing(): Promise<AwsClient> {
    this.#client ??= import('aws4fetch').then(
      (library) =>
        new library.AwsClient({
          accessKeyId: this.#config.key,
          secretAccessKey: this.#config.secret,
          region: this.#config.region,
          service: 's3',
          retries: RETRIES,
        }),
    );
    return this.#client;
  }
}
