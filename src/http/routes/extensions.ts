import { APP_KINDS, listExtensions } from '../../extensions/app-extensions.ts';
import { listTypes } from '../../services/fields/read.ts';
import { type Route, show } from '../route.ts';
import { extensionsWire } from '../wire/extensions.ts';
import { fieldsWire } from '../wire/fields.ts';

/**
 * Lists of extensions and field types, for the project that the caller names by token, query or header. (Contract,
 * X-20.)
 */
export function extensionRoutes(folder: string): readonly Route[] {
  const lists = APP_KINDS.map(
    (kind): Route => ({
      method: 'GET',
      path: `/${kind}`,
      wire: extensionsWire.list(kind),
      access: 'authenticated',
      handle: async (exchange) => show(await listExtensions(folder, exchange.project.project, kind)),
    }),
  );
  return [
    ...lists,
    { method: 'GET', path: '/types', access: 'authenticated', wire: fieldsWire.types, handle: () => show(listTypes()) },
  ];
}
