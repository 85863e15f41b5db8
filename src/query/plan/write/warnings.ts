import { ApiError } from '../../../errors/api-error.ts';
import { didYouMean } from '../../../shared/nearest.ts';

/** A probable mistake: where it is in the request, and why. */
export interface Warning {
  readonly at: string;
  readonly reason: string;
  /** Old clients do this on purpose and depend on the answer: if it is accepted, there is no warning. */
  readonly quiet?: true;
}

/** Refuses mistakes that even projects that are not strict refuse, with error 4. */
export function refuseWarnings(warnings: readonly Warning[]): void {
  const lines = warnings.slice(0, MAX_WARNINGS).map(lineOf);
  if (lines.length > 0) throw new ApiError('validation', { violations: lines.join(' ') });
}

/** The text of a warning as clients receive it. */
export const lineOf = ({ at, reason }: Warning): string => `${at}: ${reason}`;

/** The same warnings, not reported if they are accepted. */
export const quietly = (warnings: readonly Warning[]): Warning[] =>
  warnings.map((warning) => ({ ...warning, quiet: true }));

/** Warns about a name that does not exist; nothing if the name exists or is absent. */
export function unknownName(at: string, what: string, name: unknown, known: Iterable<string>): Warning[] {
  if (name === null || name === undefined || name === '') return [];
  const names = [...known];
  const text = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
  if (text !== '' && names.includes(text)) return [];
  return [{ at, reason: `There is no ${what} "${text.slice(0, SHOWN)}". ${didYouMean(text, names)}`.trim() }];
}

/** Warns about a word that is not one of the permitted ones. */
export function unknownWord(at: string, word: unknown, words: readonly string[]): Warning[] {
  if (word === null || word === undefined || words.includes(word as string)) return [];
  const hint = typeof word === 'string' ? didYouMean(word, words) : '';
  return [{ at, reason: `This value should be one of: ${words.join(', ')}. ${hint}`.trim() }];
}

const SHOWN = 60;
/** The most warnings reported for one request. */
export const MAX_WARNINGS = 20;
