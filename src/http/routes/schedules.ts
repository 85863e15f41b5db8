import { createSchedule } from '../../services/schedules/create.ts';
import { deleteSchedule } from '../../services/schedules/delete.ts';
import { listSchedules } from '../../services/schedules/list.ts';
import { DELETED, type Route, show } from '../route.ts';
import { schedulesWire } from '../wire/schedules.ts';

/** Scheduled changes of an item's status. (Contract, N-1 to N-7.) */
export const scheduleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/schedules',
    access: 'authenticated',
    wire: schedulesWire.list,
    handle: async (exchange) => {
      const wanted = (name: string): string | undefined => exchange.parameter(name);
      const [collection, item, state] = [wanted('collection'), wanted('item'), wanted('state')];
      return show(await listSchedules(exchange.context(), { collection, item, state }));
    },
  },
  {
    method: 'POST',
    path: '/schedules',
    access: 'authenticated',
    wire: schedulesWire.create,
    handle: async (exchange) =>
      show(await createSchedule(exchange.context(), exchange.sent(schedulesWire.create.body))),
  },
  {
    method: 'DELETE',
    path: '/schedules/:id',
    access: 'authenticated',
    wire: schedulesWire.remove,
    handle: async (exchange) => {
      await deleteSchedule(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  },
];
