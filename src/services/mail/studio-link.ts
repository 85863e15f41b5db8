import type { StoreView } from '../../persistence/store.ts';

/** The address of an item in a server's Studio. */
export const studioLink = (
  { project }: Pick<StoreView, 'project'>,
  serverUrl: string,
  { collection, item }: { readonly collection: string; readonly item: string },
): string =>
  [serverUrl, ...['studio', project, 'content', collection, item].map((part) => encodeURIComponent(part))].join('/');
