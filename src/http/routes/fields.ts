import { createField } from '../../services/fields/create.ts';
import { deleteField } from '../../services/fields/delete.ts';
import { listFields, listFieldsOf, listTypes, readFields } from '../../services/fields/read.ts';
import { updateFieldList, updateFields } from '../../services/fields/update.ts';
import { planned } from '../planned.ts';
import { DELETED, type Route, show } from '../route.ts';
import { fieldsWire } from '../wire/fields.ts';
import { showPlain } from './show-read.ts';

/** Fields. (Contract, S-81 to S-119.) */
export const fieldRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/fields',
    wire: fieldsWire.list,
    handle: (exchange) => {
      const { limit, sort, fields } = exchange.query();
      return show(listFields(exchange.context(), { limit, fields, sort: sort.map(({ token }) => token) }));
    },
  },
  {
    method: 'GET',
    path: '/fields/:collection',
    wire: fieldsWire.listOfCollection,
    handle: (exchange) => {
      const { sort, fields } = exchange.query();
      const query = { fields, sort: sort.map(({ token }) => token) };
      return show(listFieldsOf(exchange.context(), exchange.path('collection'), query));
    },
  },
  {
    method: 'GET',
    path: '/fields/:collection/:field',
    wire: fieldsWire.read,
    handle: (exchange) =>
      showPlain(
        exchange,
        'directus_fields',
        readFields(exchange.context(), exchange.path('collection'), exchange.keys('field'), exchange.query().fields),
      ),
  },
  planned({
    method: 'POST',
    path: '/fields/:collection',
    wire: fieldsWire.create,
    handle: async (exchange) =>
      showPlain(
        exchange,
        'directus_fields',
        await createField(exchange.context(), exchange.path('collection'), exchange.object()),
      ),
  }),
  planned({
    method: 'PATCH',
    path: '/fields/:collection',
    wire: fieldsWire.updateEach,
    handle: async (exchange) =>
      showPlain(
        exchange,
        'directus_fields',
        await updateFieldList(exchange.context(), exchange.path('collection'), exchange.body()),
      ),
  }),
  planned({
    method: 'PATCH',
    path: '/fields/:collection/:field',
    wire: fieldsWire.update,
    handle: async (exchange) =>
      showPlain(
        exchange,
        'directus_fields',
        await updateFields(exchange.context(), exchange.path('collection'), exchange.keys('field'), exchange.object()),
      ),
  }),
  planned({
    method: 'DELETE',
    path: '/fields/:collection/:field',
    wire: fieldsWire.remove,
    handle: async (exchange) => {
      await deleteField(
        exchange.context(),
        exchange.path('collection'),
        exchange.path('field'),
        'delete_junction' in exchange.parameters,
      );
      return DELETED;
    },
  }),
  { method: 'GET', path: '/types', access: 'authenticated', wire: fieldsWire.types, handle: () => show(listTypes()) },
];
