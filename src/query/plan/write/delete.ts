import { ApiError } from '../../../errors/api-error.ts';
import type { Collection } from '../../../schema/collection.ts';
import { primaryKeyOf } from '../../../schema/schema.ts';
import type { WriteContext } from './context.ts';
import type { Payload } from './payload.ts';
import { permitDelete } from './permit.ts';
import type { How, Step, WritePlan } from './plan.ts';
import { planOf } from './plan.ts';
import { recordStep } from './recorded.ts';

/** The removal of an item: its stored state and its origin. */
interface Removal {
  /** Undefined if there is no such item. */
  readonly stored: Payload | undefined;
  readonly how: How;
}

/** Plans the permanent removal of an item. Pure. Errors: 203, 10, 303. */
export function planDelete(context: WriteContext, collection: Collection, removal: Removal): WritePlan {
  return planOf('delete', removalSteps(context, collection, removal));
}

function* removalSteps(context: WriteContext, collection: Collection, { stored, how }: Removal): Generator<Step> {
  if (!stored) throw new ApiError('itemNotFound');
  const { name } = primaryKeyOf(collection);
  yield* permitDelete(context, collection, stored);
  if (context.rulesOf(collection.name).beforeChange) yield { do: 'rule', rule: 'beforeChange', payload: null };
  if (context.hooked) yield { do: 'hook', data: { [name]: stored[name] } };
  yield { do: 'delete' };
  yield* recordStep(context, collection, 'delete', {}, how);
  if (context.isAwaited('delete', collection.name)) yield { do: 'emit' };
}
