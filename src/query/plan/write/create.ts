import type { Collection } from '../../../schema/collection.ts';
import type { WriteContext } from './context.ts';
import { extended } from './extended.ts';
import { toManySteps } from './nested.ts';
import type { Payload } from './payload.ts';
import { checkCreate, checkSent, permitWritten } from './permit.ts';
import type { How, Step, WritePlan } from './plan.ts';
import { planOf } from './plan.ts';
import { presetsFor } from './presets.ts';
import { recordStep } from './recorded.ts';
import { referencesIn } from './references.ts';
import { mistakes, validated } from './validate.ts';
import { columnValues } from './values.ts';

/** A new item: its payload and its origin. */
interface Creation {
  readonly sent: Payload;
  /** Values that the rules of the collection set if the payload does not. */
  readonly defaults?: Payload;
  /** Whether hooks have filtered the payload. */
  readonly filtered: boolean;
  readonly how: How;
}

/**
 * Plans the creation of an item with its nested items and records. Pure: a faulty payload or a denial by the policy
 * becomes the last step of the plan. Errors: 305, 10, 12, 4, 213, 301. (Contract, I-30 to I-33, I-61 and I-80.)
 */
export function planCreate(context: WriteContext, collection: Collection, creation: Creation): WritePlan {
  return planOf('create', creationSteps(context, collection, creation));
}

function* creationSteps(
  context: WriteContext,
  collection: Collection,
  { sent, defaults, filtered, how }: Creation,
): Generator<Step> {
  if (context.hooked && !filtered) return yield { do: 'filter' };
  const rules = context.rulesOf(collection.name);
  const { parent } = how;
  const presets = presetsFor(context, collection, extended(sent, how.computed));
  const computed = extended(presets, how.computed);
  const checked = extended(sent, computed);
  checkSent(context, collection, sent, presets);
  const isJudged = yield* validated(context, collection, checked, null, { required: how.required ?? rules.required });
  if (!isJudged) return;
  if (rules.check) yield { do: 'rule', rule: 'check', payload: sent };
  checkCreate(context, collection, checked);
  yield* mistakes(rules, collection, sent);
  if (rules.existing) yield { do: 'rule', rule: 'existing', payload: sent };
  if (rules.beforeCreate) yield { do: 'rule', rule: 'beforeCreate', payload: sent };
  if (context.hooked) yield { do: 'hook', data: checked };
  const payload = extended(extended(sent, defaults), computed);
  const references = context.strict ? referencesIn(context, collection, sent) : [];
  if (references.length > 0) yield { do: 'references', references };
  yield {
    do: 'insert',
    values: yield* columnValues(context, collection, payload, how.restores ? 'onRestore' : 'onCreate'),
    restores: how.restores,
  };
  const action = collection.name === 'directus_files' ? 'upload' : 'create';
  yield* recordStep(context, collection, action, checked, how);
  if (context.isAwaited('create', collection.name)) yield { do: 'emit' };
  yield* toManySteps(context.schema, collection, payload, parent ?? { collection: collection.name, key: null });
  if (rules.afterCreate) yield { do: 'rule', rule: 'afterCreate', payload: sent };
  yield* permitWritten(context, collection, 'create', checked);
}
