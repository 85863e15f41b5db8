import { addComment, changeComment, deleteComment } from '../../services/activity/comments.ts';
import { mentionable } from '../../services/mentions/candidates.ts';
import { deleteMention, listMentions } from '../../services/mentions/list.ts';
import { mentioning } from '../../services/mentions/mention.ts';
import { DELETED, type Route, show } from '../route.ts';
import { commentsWire } from '../wire/comments.ts';
import { showWritten } from './show-read.ts';

/** Comments on items, and the users that they mention. (Contract, L-60 to L-67 and N-20 to N-26.) */
export const commentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/activity/comment',
    wire: commentsWire.create,
    async handle(exchange) {
      const context = exchange.context();
      const { mentions, ...comment } = exchange.sent(commentsWire.create.body);
      const mentioned = await mentioning(context, exchange.project.mailer, mentions);
      return showWritten(await addComment(context, comment, exchange.query(), mentioned));
    },
  },
  {
    method: 'PATCH',
    path: '/activity/comment/:id',
    wire: commentsWire.update,
    async handle(exchange) {
      const context = exchange.context();
      const { mentions, comment } = exchange.sent(commentsWire.update.body);
      const mentioned = await mentioning(context, exchange.project.mailer, mentions);
      return showWritten(await changeComment(context, exchange.path('id'), comment, exchange.query(), mentioned));
    },
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
  {
    method: 'GET',
    path: '/mentions',
    access: 'authenticated',
    wire: commentsWire.mentions,
    handle: async (exchange) => show(await listMentions(exchange.context())),
  },
  {
    method: 'GET',
    path: '/mentions/users',
    access: 'authenticated',
    wire: commentsWire.mentionable,
    handle: async (exchange) => {
      const wanted = (name: string): string => exchange.parameter(name) ?? '';
      const [collection, item, search] = [wanted('collection'), wanted('item'), wanted('search')];
      return show(await mentionable(exchange.context(), collection, item, search));
    },
  },
  {
    method: 'DELETE',
    path: '/mentions/:id',
    access: 'authenticated',
    apiKeys: 'unlimited',
    wire: commentsWire.seen,
    handle: async (exchange) => {
      await deleteMention(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  },
];
