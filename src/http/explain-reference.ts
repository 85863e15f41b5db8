import type { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import { isAdmin } from '../permissions/caller.ts';
import type { Exchange } from './exchange.ts';
import { exposeHeader } from './expose-header.ts';
import { isRead } from './is-read.ts';
import { isScimPath } from './scim-exchange.ts';

/** The action that each error is about. Error 305 is about the action of the request. */
const ACTIONS: Readonly<Partial<Record<ErrorName, string | null>>> = {
  createDenied: 'create',
  updateDenied: 'update',
  deleteDenied: 'delete',
  fieldWriteDenied: null,
};

/** The body of a request to `/permissions/explain`. */
type Question = Readonly<Record<string, unknown>>;

/**
 * Puts the question that explains a denied write into a header rather than the body, because clients compare the bodies
 * of errors.
 */
export function pointToExplanation(error: ApiError, exchange: Exchange): void {
  const question = explainingQuestion(error, exchange);
  if (!question) return;
  exchange.reply.header('Octavo-Explain', ascii(JSON.stringify(question)));
  exposeHeader(exchange.reply, 'Octavo-Explain');
}

/**
 * The body with which a user can ask `/permissions/explain` why a write was denied; null for other failures, and for
 * callers who cannot ask. `asked` is the action where the method does not determine it. (Contract, P-133.)
 */
export function explainingQuestion(
  { entry, parameters }: ApiError,
  exchange: Exchange,
  asked: string | null = null,
): Question | null {
  const { request, entered, caller } = exchange;
  const { collection, field } = parameters;
  if (!entered || caller.kind !== 'user' || isAdmin(caller) || isRead(request.method)) return null;
  if (!(entry in ACTIONS) || typeof collection !== 'string') return null;
  const action = ACTIONS[entry] ?? asked ?? (request.method === 'POST' ? 'create' : 'update');
  const fields = field === undefined ? {} : { fields: [field] };
  return { collection, action, ...itemOf(exchange, collection, action), ...fields };
}

/** The key of the item in the path, if it is an item of the collection. SCIM has ids of its own. */
function itemOf(exchange: Exchange, collection: string, action: string): { readonly item?: string } {
  if (isScimPath(exchange.request.url)) return {};
  const [item = '', ...more] = exchange.keys('id');
  const isIts = exchange.path('collection') === collection || collection.startsWith('directus_');
  return action === 'create' || item === '' || more.length > 0 || !isIts ? {} : { item };
}

const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
