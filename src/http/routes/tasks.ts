import { answerTask, withdrawTask } from '../../services/tasks/answer.ts';
import { askable } from '../../services/tasks/candidates.ts';
import { createTask } from '../../services/tasks/create.ts';
import { listTasks } from '../../services/tasks/list.ts';
import { DELETED, type Route, show } from '../route.ts';
import { tasksWire } from '../wire/tasks.ts';

/** Tasks for users about items. (Contract, N-30 to N-36.) */
export const taskRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tasks',
    access: 'authenticated',
    wire: tasksWire.list,
    handle: async (exchange) => {
      const wanted = (name: string): string | undefined => exchange.parameter(name);
      const place = { collection: wanted('collection'), item: wanted('item'), state: wanted('state') };
      return show(await listTasks(exchange.context(), { ...place, asked: wanted('asked'), by: wanted('by') }));
    },
  },
  {
    method: 'GET',
    path: '/tasks/askable',
    access: 'authenticated',
    wire: tasksWire.askable,
    handle: async (exchange) => {
      const wanted = (name: string): string => exchange.parameter(name) ?? '';
      return show(await askable(exchange.context(), wanted('collection'), wanted('item'), wanted('search')));
    },
  },
  {
    method: 'POST',
    path: '/tasks',
    access: 'authenticated',
    apiKeys: 'unlimited',
    wire: tasksWire.create,
    handle: async (exchange) => show(await createTask(exchange.context(), exchange.sent(tasksWire.create.body))),
  },
  {
    method: 'PATCH',
    path: '/tasks/:id',
    access: 'authenticated',
    apiKeys: 'unlimited',
    wire: tasksWire.answer,
    handle: async (exchange) =>
      show(await answerTask(exchange.context(), exchange.path('id'), exchange.sent(tasksWire.answer.body))),
  },
  {
    method: 'DELETE',
    path: '/tasks/:id',
    access: 'authenticated',
    apiKeys: 'unlimited',
    wire: tasksWire.withdraw,
    handle: async (exchange) => {
      await withdrawTask(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  },
];
