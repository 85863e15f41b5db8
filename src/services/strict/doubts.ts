import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { didYouMean } from '../../shared/nearest.ts';

/** What cannot be meant: where it stands in a request, and why. */
export interface Doubt {
  readonly at: string;
  readonly reason: string;
  /** Old clients do so on purpose, and know the answer by heart: where it is taken, nothing is said. */
  readonly quiet?: true;
}

/**
 * What clients of Directus 8 are used to seeing taken although it cannot be meant: a strict project refuses it with
 * error 4, others say it in the `messages` of their answer.
 */
export function settleDoubts(context: Context, doubts: readonly Doubt[]): void {
  if (isStrict(context)) refuseDoubts(doubts);
  for (const doubt of doubts.slice(0, MOST)) if (!doubt.quiet) note(context, lineOf(doubt));
}

/** Refuses what cannot be meant in every project. Error 4. */
export function refuseDoubts(doubts: readonly Doubt[]): void {
  const lines = doubts.slice(0, MOST).map(lineOf);
  if (lines.length > 0) throw new ApiError('validation', { violations: lines.join(' ') });
}

function note({ notes }: Context, line: string): void {
  if (notes && notes.size < MOST) notes.add(line);
}

const lineOf = ({ at, reason }: Doubt): string => `${at}: ${reason}`;

/** The same doubts, of which nothing is said where they are taken. */
export const quietly = (doubts: readonly Doubt[]): Doubt[] => doubts.map((doubt) => ({ ...doubt, quiet: true }));

/** Whether the project refuses what cannot be meant. */
export function isStrict({ store }: Context): boolean {
  return store.catalog.settings.strict;
}

/** Why a name is in doubt that stands for nothing: nothing where it is known, or not given. */
export function unknownName(at: string, what: string, name: unknown, known: Iterable<string>): Doubt[] {
  if (name === null || name === undefined || name === '') return [];
  const names = [...known];
  const text = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
  if (text !== '' && names.includes(text)) return [];
  return [{ at, reason: `There is no ${what} "${text.slice(0, SHOWN)}". ${didYouMean(text, names)}`.trim() }];
}

/** Why a word is in doubt that is none of a few. */
export function unknownWord(at: string, word: unknown, words: readonly string[]): Doubt[] {
  if (word === null || word === undefined || words.includes(word as string)) return [];
  const hint = typeof word === 'string' ? didYouMean(word, words) : '';
  return [{ at, reason: `This value should be one of: ${words.join(', ')}. ${hint}`.trim() }];
}

const SHOWN = 60;
/** So many doubts of one request are told. */
const MOST = 20;
