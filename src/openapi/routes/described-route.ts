import type { Wire } from '../../wire/wire.ts';

/** The properties of a route that documents need. */
export interface DescribedRoute {
  readonly method: string;
  /** The path below the document's server URL, with `:name` for parameters. */
  readonly path: string;
  readonly access?: 'open' | 'authenticated' | 'admin' | 'superAdmin';
  readonly freeFor?: 'users' | 'everybody';
  readonly wire?: Wire;
}

/** The beginning of the paths of item routes, which a document contains once for each collection. */
const OF_COLLECTION = '/items/:collection';

/** Whether a route exists for each collection. */
export const isOfCollections = ({ path }: Pick<DescribedRoute, 'path'>): boolean => path.startsWith(OF_COLLECTION);

/** A path template with a text in the place of the collection. */
export const withCollection = (template: string, text: string): string =>
  template.replace('/items/{collection}', () => `/items/${text}`);
