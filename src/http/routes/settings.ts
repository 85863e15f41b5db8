import {
  createSettings,
  listSettingFields,
  listSettings,
  readSettings,
  updateSetting,
} from '../../services/settings/settings.ts';
import type { Route } from '../route.ts';
import { settingsWire } from '../wire/settings.ts';
import { showRead, showWritten } from './show-read.ts';

/** Settings. (Contract, O-2 to O-12.) */
export const settingsRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/settings/fields',
    wire: settingsWire.fields,
    handle: async (exchange) =>
      showRead(await listSettingFields(exchange.context(), exchange.query(), exchange.pageUrl())),
  },
  {
    method: 'GET',
    path: '/settings',
    freeFor: 'everybody',
    wire: settingsWire.list,
    handle: async (exchange) => showRead(await listSettings(exchange.context(), exchange.query(), exchange.pageUrl())),
  },
  {
    method: 'GET',
    path: '/settings/:id',
    wire: settingsWire.read,
    handle: async (exchange) => showRead(await readSettings(exchange.context(), exchange.keys('id'), exchange.query())),
  },
  {
    method: 'POST',
    path: '/settings',
    wire: settingsWire.create,
    handle: async (exchange) =>
      showWritten(await createSettings(exchange.context(), exchange.body(), exchange.query())),
  },
  {
    method: 'PATCH',
    path: '/settings/:id',
    wire: settingsWire.update,
    handle: async (exchange) =>
      showWritten(await updateSetting(exchange.context(), exchange.keys('id'), exchange.object(), exchange.query())),
  },
];
