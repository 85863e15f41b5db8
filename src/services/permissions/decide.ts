import { ApiError } from '../../errors/api-error.ts';
import type { Action } from '../../permissions/action.ts';
import { rowMatches } from '../../persistence/read/row-matches.ts';
import type { Source } from '../../persistence/source.ts';
import { EVERYTHING } from '../../query/parse/query.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import {
  checkChanging,
  checkCreation,
  checkWritable,
  permitDelete,
  permitWritten,
} from '../../query/plan/write/permit.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { requireAction } from '../fields/access.ts';
import { isVisible, requireUpdatable, rightsOf } from '../items/guard.ts';
import { readList } from '../items/read.ts';
import { readByKeys } from '../items/read-by-keys.ts';
import { writeContext } from '../items/write-context.ts';

/** An action that a source's caller wants to perform. */
interface Deed {
  readonly action: Action;
  readonly collection: Collection;
  /** The key of the item; null for any. */
  readonly item: string | null;
  /** The item as stored; undefined if there is none. */
  readonly stored: Payload | undefined;
  /** The values to write, by field. */
  readonly payload: Payload;
}

/** Returns the error with which a request for this action would be refused; null if it is allowed. */
export async function refusalOf(source: Source, deed: Deed): Promise<ApiError | null> {
  try {
    await deciders[deed.action](source, deed);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The checks of requests, without their effects. */
const deciders: Readonly<Record<Action, (source: Source, deed: Deed) => Awaitable<unknown>>> = {
  create: async ({ context }, { collection, payload }) => checkCreation(rightsOf(context), collection, payload),
  read: (source, { collection: { name }, item }) =>
    item === null ? readList(source, name, { ...EVERYTHING, limit: 1 }) : readByKeys(source, name, [item], EVERYTHING),
  async update(source, { collection, item, stored, payload }) {
    if (item === null) return checkChanging(rightsOf(source.context), collection);
    if (!stored || !(await isVisible(source, collection, item, stored)))
      throw new ApiError('itemWithIdNotFound', { id: item });
    checkWritable(rightsOf(source.context), collection, payload, stored, 'update');
    await requireUpdatable(source, collection, item, payload);
    if (Object.keys(payload).length === 0) return;
    for (const step of permitWritten(writeContext(source.context, new Map()), collection, 'update', payload))
      if (step.do === 'permit' && !(await rowMatches(source, collection, item, step.where))) throw step.refusal;
  },
  async delete(source, { collection, item, stored }) {
    if (item === null) return requireAction(source.context, collection.name, 'delete');
    if (!stored) throw new ApiError('itemNotFound');
    for (const step of permitDelete(writeContext(source.context, new Map()), collection, stored)) {
      if (step.do !== 'permit' || (await rowMatches(source, collection, item, step.where))) continue;
      const { unseen, refusal } = step;
      const isUnseen = unseen && !(unseen.where && (await rowMatches(source, collection, item, unseen.where)));
      throw isUnseen ? unseen.refusal : refusal;
    }
  },
};
