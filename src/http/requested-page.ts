import type { PageUrl } from '../persistence/read/meta.ts';
import type { ReadRequest } from './read-request.ts';
import { pathOf, rawParameters } from './request-url.ts';

/**
 * The position of a list, for the links in its metadata. It is computed on demand, because most reads do not need it.
 */
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
