import type { Data } from '../../extensions/types.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { asNumber } from '../../shared/text.ts';
import { filtered, notifyAfter } from './run.ts';

/** Runs the response filters on the data of an answer. (Contract, X-37.) */
export function filterResponse(context: Context, method: string, data: unknown): Promise<unknown> {
  return filtered(committed(context), { events: ['response', `response.${method}`] }, data);
}

/** Whether answers to a method are filtered. */
export function filtersResponses({ store }: Context, method: string): boolean {
  return (store.extensions?.filters(['response', `response.${method}`]).length ?? 0) > 0;
}

/** Notifies hooks of an answer about to be sent, and of an unexpected error. */
export function notifyResponseHooks(context: Context, response: Data): void {
  notifyAfter(context, { events: ['response'] }, response);
  if (asNumber(response.status) >= 500) notifyAfter(context, { events: ['application.error'] }, response);
}
