import { ApiError } from '../../src/errors/api-error.ts';

/** The result of a function that may be refused: a text, or the error. */
export function outcome(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} error ${error.code}: ${error.message}`;
    throw error;
  }
}

/** Expands the abbreviations of a case: `(a.)×20` stands for twenty times `a.`, and `(a#,)×3` for `a1,a2,a3,`. */
export function writtenOut(line: string): string {
  return line.replace(/\(([^()]+)\)×(\d+)/g, (_text, part: string, times: string) =>
    Array.from({ length: Number(times) }, (_, index) => part.replaceAll('#', String(index + 1))).join(''),
  );
}

const MAX_LENGTH = 300;

/** A text of a golden file: long ones are cut, with their length. */
export const shortened = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : text;
