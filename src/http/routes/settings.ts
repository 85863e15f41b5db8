import {
  createSettings,
  listSettingFields,
  listSettings,
  readSettings,
  updateSetting,
} from '../../services/settings/settings.ts';
import type { Route } from '../route.ts';
import { showRead, showWritten } from './show-read.ts';

/** Settings. (Contract, O-2 to O-12.) */
export const settingsRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/settings/fields',
    handle: async (exchange) =>
      showRead(await listSettingFields(exchange.context(), exchange.query(), exchange.pageUrl())),
  },
  {
    method: 'GET',
    path: '/settings',
    handle: async (exchange) => showRead(await listSettings(exchange.context(), exchange.query(), exchange.pageUrl())),
  },
  {
    method: 'GET',
    path: '/settings/:id',
    handle: async (exchange) => showRead(await readSettings(exchange.context(), exchange.keys('id'), exchange.query())),
  },
  {
    method: 'POST',
    path: '/settings',
    handle: async (exchange) =>
      showWritten(await createSettings(exchange.context(), exchange.body(), exchange.query())),
  },
  {
    method: 'PATCH',
    path: '/settings/:id',
    handle: async (exchange) =>
      showWritten(await updateSetting(exchange.context(), exchange.keys('id'), exchange.object(), exchange.query())),
  },
];
