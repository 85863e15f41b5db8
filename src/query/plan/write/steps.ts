import { ApiError } from '../../../errors/api-error.ts';
import type { PatternQuestion } from '../../../patterns/pattern.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { WriteContext } from './context.ts';
import type { Step, WritePlan } from './plan.ts';
import { type Checks, type Payload, validatePayload } from './validate.ts';

/** The steps of a sequence up to its end, or up to what it refuses: that becomes the last step. */
export function planOf(
  action: WritePlan['action'],
  collection: Collection,
  sequence: Generator<Step, void>,
): WritePlan {
  const steps: Step[] = [];
  try {
    for (const step of sequence) steps.push(step);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    steps.push({ do: 'refuse', error });
  }
  return { action, collection, steps };
}

/** Checks a payload; yields the questions that must be answered before it can be judged, and returns whether there are none. */
export function* validated(
  { matched }: WriteContext,
  collection: Collection,
  payload: Payload,
  stored: Payload | null,
  checks: Checks,
): Generator<Step, boolean> {
  const questions: PatternQuestion[] = [];
  let refusal: unknown;
  try {
    validatePayload(collection, payload, stored, { ...checks, matched, questions });
  } catch (error) {
    refusal = error;
  }
  if (questions.length > 0) {
    yield { do: 'match', questions };
    return false;
  }
  if (refusal !== undefined) throw refusal;
  return true;
}
