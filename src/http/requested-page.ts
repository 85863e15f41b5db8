import type { PageUrl } from '../persistence/read/meta.ts';
import type { ReadRequest } from './read-request.ts';
import { pathOf, rawParameters } from './request-url.ts';

/** Where a list stands, for the links in its metadata. Most reads have none, so it is computed when it is asked for. */
export class RequestedPage implements PageUrl {
  readonly #read: Pick<ReadRequest, 'baseUrl' | 'url'>;

  constructor(read: Pick<ReadRequest, 'baseUrl' | 'url'>) {
    this.#read = read;
  }

  get self(): string {
    return `${this.#read.baseUrl}${pathOf(this.#read.url)}`;
  }

  get parameters(): PageUrl['parameters'] {
    return rawParameters(this.#read.url);
  }
}
