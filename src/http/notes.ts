import type { Answer } from './route.ts';

/**
 * Warning code for input that was accepted although it has no meaning; the same as the error code in a strict project.
 */
const NOTE = 4;

/** Adds messages for the caller to an answer. */
export function withNotes(answer: Answer, notes: ReadonlySet<string>): Answer {
  if (notes.size === 0 || (answer.kind !== 'data' && answer.kind !== 'stream')) return answer;
  const warnings = [...notes].map((message) => ({ type: 'warning', message, code: NOTE }));
  return { ...answer, messages: [...(answer.messages ?? []), ...warnings] };
}
