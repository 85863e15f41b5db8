import { ApiError } from '../../errors/api-error.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import type { Data } from '../../extensions/types.ts';
import type { ItemChange } from '../../persistence/changes.ts';
import type { Scope } from '../../persistence/context.ts';
import { hashPayload } from '../../persistence/prepare-payload.ts';
import type { Source } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { isSecret, withoutSecrets } from '../../query/plan/write/recorded.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { isRecord } from '../../shared/is-record.ts';
import { filtered, type HookEvent, notifyBefore } from './run.ts';

type Verb = ItemChange['action'];

/** Files have additional events. (Contract, X-35.) */
const FILE_EVENTS = { create: 'file.save', update: 'file.update', delete: 'file.delete' } as const;

const both = (verb: string, moment: string, collection: string): string[] => [
  `item.${verb}${moment}`,
  `item.${verb}.${collection}${moment}`,
];

function before(verb: Verb, name: string): string[] {
  return [...both(verb, ':before', name), ...(name === 'directus_files' ? [FILE_EVENTS[verb]] : [])];
}

function after(verb: Verb, name: string): string[] {
  const ofFiles = name === 'directus_files' ? [`${FILE_EVENTS[verb]}:after`] : [];
  return [...both(verb, '', name), ...both(verb, ':after', name), ...ofFiles];
}

/** Whether any hook listens to events before or after this action on a collection's items. */
export function hasItemHooks(extensions: Extensions | null, verb: Verb, collection: string): boolean {
  if (!extensions) return false;
  const events = [...before(verb, collection), ...after(verb, collection)];
  return extensions.actions(events).length > 0 || extensions.filters(events).length > 0;
}

/**
 * Runs the filters on a payload. The result is checked as if it had been sent. Filters do not run for writes that will
 * be refused anyway, and see no secrets.
 */
export async function filterPayload(
  tx: Transaction,
  collection: Collection,
  verb: 'create' | 'update',
  sent: Payload,
): Promise<Payload> {
  const { context } = tx;
  const { store, caller } = context;
  const events = both(verb, ':before', collection.name);
  if (store.extensions?.filters(events).length === 0) return sent;
  if (!store.catalog.policy(caller).collection(collection.name).allows(verb)) return sent;
  const hidden = Object.fromEntries(Object.entries(sent).filter(([name]) => isSecret(collection, name)));
  const shown = withoutSecrets(collection, sent);
  const left = await filtered(tx, { events, collection: collection.name }, shown);
  return { ...hidden, ...(await hashPayload(store, collection, left)) };
}

/** Runs the action hooks before a write that has passed its checks. They refuse it by throwing. */
export async function beforeItem(tx: Transaction, collection: Collection, verb: Verb, data: Data): Promise<void> {
  const hookEvent = { events: before(verb, collection.name), collection: collection.name };
  await notifyBefore(tx, hookEvent, withoutSecrets(collection, data));
}

/** Returns the event that hooks receive after a write. */
export function itemHookEvent({ action, collection }: ItemChange): HookEvent {
  return { events: after(action, collection), collection };
}

/**
 * Runs the read filters on the items that the caller may see. Reads by extensions and by the server are not filtered.
 */
export async function filterItems(source: Source, collection: string, items: Item[]): Promise<Item[]> {
  if (!filtersReading(source.context, collection)) return items;
  const left: unknown = await filtered(source, { events: readEvents(collection), collection }, items);
  if (Array.isArray(left) && left.every(isRecord)) return left;
  throw new ApiError('extensionFailed');
}

/** Whether the caller's reads of a collection are filtered. */
export function filtersReading({ store, caller, depth }: Scope, collection: string): boolean {
  if (!store.extensions || caller.kind === 'system' || depth !== undefined) return false;
  return store.extensions.filters(readEvents(collection)).length > 0;
}

const readEvents = (collection: string): string[] => ['item.read', `item.read.${collection}`];
