import { APP_KINDS, listExtensions } from '../../extensions/app-extensions.ts';
import { listTypes } from '../../services/fields/read.ts';
import { type Route, show } from '../route.ts';

/**
 * What belongs to the project that a caller names by token, query or header: extensions, and the types of fields.
 * (Contract, X-20.)
 */
export function extensionRoutes(folder: string): readonly Route[] {
  const lists = APP_KINDS.map(
    (kind): Route => ({
      method: 'GET',
      path: `/${kind}`,
      access: 'authenticated',
      handle: async (exchange) => show(await listExtensions(folder, exchange.project.project, kind)),
    }),
  );
  return [...lists, { method: 'GET', path: '/types', access: 'authenticated', handle: () => show(listTypes()) }];
}
