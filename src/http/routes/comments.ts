import { addComment, changeComment, deleteComment } from '../../services/activity/comments.ts';
import { DELETED, type Route } from '../route.ts';
import { commentsWire } from '../wire/comments.ts';
import { showWritten } from './show-read.ts';

/** Comments on items. (Contract, L-60 to L-67.) */
export const commentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/activity/comment',
    wire: commentsWire.create,
    handle: async (exchange) =>
      showWritten(await addComment(exchange.context(), exchange.sent(commentsWire.create.body), exchange.query())),
  },
  {
    method: 'PATCH',
    path: '/activity/comment/:id',
    wire: commentsWire.update,
    handle: async (exchange) =>
      showWritten(
        await changeComment(
          exchange.context(),
          exchange.path('id'),
          exchange.sent(commentsWire.update.body).comment,
          exchange.query(),
        ),
      ),
  },
  {
    method: 'DELETE',
    path: '/activity/comment/:id',
    wire: commentsWire.remove,
    handle: async (exchange) => {
      await deleteComment(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  },
];
