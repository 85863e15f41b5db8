import type { AwsClient } from 'aws4fetch';
import type { BucketConfig } from './config.ts';

const RETRIES = 2;
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
    const path = key.split('/').map(encodeURIComponent).join('/');
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const client = await this.#signing();
    const answer = await client.fetch(`${this.#base}/${path}${search}`, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body }),
      ...(method !== 'GET' && { signal: AbortSignal.timeout(REQUEST_MS) }),
    });
    if (answer.ok || expected.includes(answer.status)) return answer;
    const reason = (await answer.text()).slice(0, 300);
    throw new Error(`the bucket ${this.#config.bucket} answered ${answer.status} to ${method} ${key}: ${reason}`);
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
