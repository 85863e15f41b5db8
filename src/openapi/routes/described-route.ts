import type { Wire } from '../../wire/wire.ts';

/** What a document needs to know of a route. */
export interface DescribedRoute {
  readonly method: string;
  /** Below the address of the server that the document names, with `:name` for parameters. */
  readonly path: string;
  readonly access?: 'open' | 'authenticated' | 'admin' | 'superAdmin';
  readonly freeFor?: 'users' | 'everybody';
  readonly wire?: Wire;
}

/** The beginning of the routes of items, which a document has once for each collection. */
const OF_COLLECTION = '/items/:collection';

/** Whether a route is there for each collection. */
export const isOfCollections = ({ path }: Pick<DescribedRoute, 'path'>): boolean => path.startsWith(OF_COLLECTION);

/** A path template with a text in the place of the collection. */
export const withCollection = (template: string, text: string): string =>
  template.replace('/items/{collection}', () => `/items/${text}`);
