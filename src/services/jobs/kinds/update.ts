import { invalid } from '../../../errors/violations.ts';
import { planContext } from '../../../persistence/context.ts';
import { matchedBefore } from '../../../persistence/prepare-payload.ts';
import { readWhole } from '../../../persistence/read/whole.ts';
import type { Payload } from '../../../query/plan/write/payload.ts';
import { checkChanging } from '../../../query/plan/write/permit.ts';
import { isFlat, refuseForeign } from '../../../query/plan/write/validate.ts';
import type { Collection } from '../../../schema/collection.ts';
import { collectionOf, primaryKeyOf } from '../../../schema/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { updateItem } from '../../items/write-item.ts';
import { keepChange, stateOf } from '../changes.ts';
import type { JobKind } from '../kind.ts';
import { handleSelected, type Selected, type SelectedCheckpoint, selected } from './selected.ts';

interface UpdateInput extends Selected {
  readonly payload: Payload;
}

/** Makes the same change to all matching items. */
export const update: JobKind<UpdateInput, SelectedCheckpoint> = {
  async prepare(context, sent) {
    const { collection, input } = await selected(context, sent, ['payload']);
    checkChanging(planContext(context), collection);
    return { ...input, payload: checkedPayload(collection, sent.payload) };
  },
  async step(run) {
    const { store } = run.context;
    const { collection: name, payload } = run.input;
    const answers = await matchedBefore(store, collectionOf(store.catalog.schema, name), [payload]);
    await handleSelected(run, async (tx, collection, key) => {
      const written = await updateItem(tx, collection, key, payload, {}, answers);
      if (!written.change) return;
      const { before } = written.change;
      const after = written.whole?.item ?? (await readWhole(tx, collection, key));
      if (before && after)
        await keepChange(tx, run.job.id, { item: key, before: valuesOf(before, payload), after: stateOf(after) });
    });
  },
};

/** Checks that the payload consists of values only: nothing nested, no secrets, and no key. Errors 4, 12, 213. */
function checkedPayload(collection: Collection, payload: unknown): Payload {
  if (!isRecord(payload) || Object.keys(payload).length === 0)
    throw invalid('payload', 'an object with the new values, such as {"status": "published"}');
  refuseForeign(collection, payload);
  for (const name of Object.keys(payload)) {
    const field = collection.byName.get(name);
    if (!field?.column || field.type.name === 'hash' || name === primaryKeyOf(collection).name)
      throw invalid(name, 'left out: a job sets neither keys nor secrets nor lists of items');
  }
  if (!isFlat(collection, payload)) throw invalid('payload', 'values and keys: a job writes no nested items');
  return payload;
}

function valuesOf(item: Payload, payload: Payload): Payload {
  return Object.fromEntries(Object.keys(payload).map((name) => [name, item[name] ?? null]));
}
