import { addComment, changeComment, deleteComment } from '../../services/activity/comments.ts';
import { DELETED, type Route } from '../route.ts';
import { showWritten } from './show-read.ts';

/** Comments on items. (Contract, L-60 to L-67.) */
export const commentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/activity/comment',
    handle: async (exchange) => showWritten(await addComment(exchange.context(), exchange.object(), exchange.query())),
  },
  {
    method: 'PATCH',
    path: '/activity/comment/:id',
    handle: async (exchange) =>
      showWritten(await changeComment(exchange.context(), exchange.path('id'), exchange.object(), exchange.query())),
  },
  {
    method: 'DELETE',
    path: '/activity/comment/:id',
    handle: async (exchange) => {
      await deleteComment(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  },
];
