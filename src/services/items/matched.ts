import { answerAll, isLookedAtBeside, type Outcome } from '../../patterns/pattern.ts';
import { plainOf } from '../../query/plan/write/hashed.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { Schema } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';

/**
 * Looks for matches of patterns that are looked for beside the event loop in the values of payloads, nested items included, so that no
 * transaction waits for them. What is found is judged in the transaction, with everything else that is wrong. Payloads
 * behind one that does not match are left alone: they will not be written.
 */
export async function matchedBefore(
  schema: Schema,
  collection: Collection,
  payloads: readonly Payload[],
): Promise<Map<string, Outcome>> {
  const matched = new Map<string, Outcome>();
  for (const payload of payloads) {
    const questions: Question[] = [];
    gather(schema, collection, payload, questions);
    if (!(await answerAll(questions, matched))) break;
  }
  return matched;
}

interface Question {
  readonly pattern: string;
  readonly text: string;
}

/** Adds the questions of a payload, and of the items in it, to `questions`. */
function gather(schema: Schema, collection: Collection, payload: Payload, questions: Question[]): void {
  for (const [name, sent] of Object.entries(payload)) {
    const field = collection.byName.get(name);
    const value = plainOf(sent);
    if (!field || value === undefined || value === null || value === '') continue;
    if (typeof value !== 'object') addQuestion(field, value, questions);
    else gatherWithin(schema, field, Array.isArray(value) ? value : [value], questions);
  }
}

function gatherWithin(schema: Schema, { relation }: Field, items: readonly unknown[], questions: Question[]): void {
  const related = relation && schema.collections.get(relation.collection);
  if (!related) return;
  for (const item of items) if (isRecord(item)) gather(schema, related, item, questions);
}

function addQuestion({ row }: Field, value: unknown, questions: Question[]): void {
  const pattern = row?.validation;
  const text = asText(value);
  if (pattern && isLookedAtBeside(pattern, text)) questions.push({ pattern, text });
}
