import { ApiError } from '../../../errors/api-error.ts';
import { didYouMean } from '../../../shared/nearest.ts';

/** What cannot be meant: where it stands in a request, and why. */
export interface Doubt {
  readonly at: string;
  readonly reason: string;
  /** Old clients do so on purpose, and know the answer by heart: where it is taken, nothing is said. */
  readonly quiet?: true;
}

/** Refuses what cannot be meant in every project. Error 4. */
export function refuseDoubts(doubts: readonly Doubt[]): void {
  const lines = doubts.slice(0, MOST_DOUBTS).map(lineOf);
  if (lines.length > 0) throw new ApiError('validation', { violations: lines.join(' ') });
}

/** A doubt as a client is told of it. */
export const lineOf = ({ at, reason }: Doubt): string => `${at}: ${reason}`;

/** The same doubts, of which nothing is said where they are taken. */
export const quietly = (doubts: readonly Doubt[]): Doubt[] => doubts.map((doubt) => ({ ...doubt, quiet: true }));

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
export const MOST_DOUBTS = 20;
