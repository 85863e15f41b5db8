import { findChange, listChanges, purgeChange } from '../../services/schema-changes/list.ts';
import { undoChange } from '../../services/schema-changes/undo.ts';
import { planned } from '../planned.ts';
import { DELETED, type Route, show } from '../route.ts';
import { schemaChangesWire } from '../wire/schema-changes.ts';

const DEFAULT_LIMIT = 20;

/** Schema changes, and undoing them. (Contract, S-180 to S-186.) */
export const schemaChangeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/schema-changes',
    access: 'admin',
    wire: schemaChangesWire.list,
    handle: async (exchange) => {
      const { offset, limit } = exchange.query();
      const most = limit !== null && limit >= 0 ? limit : DEFAULT_LIMIT;
      return show(await listChanges(exchange.context(), offset ?? 0, most));
    },
  },
  {
    method: 'GET',
    path: '/schema-changes/:id',
    access: 'admin',
    wire: schemaChangesWire.read,
    handle: async (exchange) => show(await findChange(exchange.context(), exchange.path('id'))),
  },
  planned({
    method: 'POST',
    path: '/schema-changes/:id/undo',
    access: 'admin',
    wire: schemaChangesWire.undo,
    handle: async (exchange) => {
      await undoChange(exchange.context(), exchange.path('id'));
      return show(await findChange(exchange.context(), exchange.path('id')));
    },
  }),
  {
    method: 'DELETE',
    path: '/schema-changes/:id',
    access: 'admin',
    wire: schemaChangesWire.purge,
    handle: async (exchange) => {
      await purgeChange(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  },
];
