import type { PageUrl } from '../persistence/read/meta.ts';
import type { Exchange } from './exchange.ts';
import { pathOf, rawParameters } from './request-url.ts';

/** Where a list stands, for the links in its metadata. Most reads have none, so it is computed when it is asked for. */
export class RequestedPage implements PageUrl {
  readonly #exchange: Pick<Exchange, 'baseUrl' | 'request'>;

  constructor(exchange: Pick<Exchange, 'baseUrl' | 'request'>) {
    this.#exchange = exchange;
  }

  get self(): string {
    return `${this.#exchange.baseUrl}${pathOf(this.#exchange.request.url)}`;
  }

  get parameters(): PageUrl['parameters'] {
    return rawParameters(this.#exchange.request.url);
  }
}
