import type { Collection } from '../../../schema/collection.ts';
import type { Step } from './plan.ts';
import type { RuleFacts } from './rules.ts';
import { checkWritten } from './unwritten.ts';
import type { Payload } from './validate.ts';

/** Refuses, or notes, what of a payload cannot be meant. Error 4. */
export function* meant(rules: RuleFacts, collection: Collection, sent: Payload): Generator<Step> {
  const doubts = checkWritten(collection, sent);
  if (doubts.length > 0) yield { do: 'doubt', doubts };
  if (rules.doubts) yield { do: 'rule', rule: 'doubts', payload: sent };
}
