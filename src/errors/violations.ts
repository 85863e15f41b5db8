import { ApiError } from './api-error.ts';

/** The messages of validation rules, in the words of the contract. */
export const violation = {
  blank: 'This value should not be blank.',
  null: 'This value should not be null.',
  invalid: 'This value is not valid.',
  email: 'This value is not a valid email address.',
  date: 'This value is not a valid date, such as 2026-12-31.',
  time: 'This value is not a valid time, such as 23:59:00.',
  datetime: 'This value is not a valid datetime, such as 2026-12-31 23:59:00.',
  type: (type: string): string => `This value should be of type ${type}.`,
  expected: (expected: string): string => `This value should be ${expected}.`,
  basicPlane: 'This value should have no characters beyond U+FFFF, such as emoji.',
  bytes: (most: number): string => `This value should be at most ${most} bytes long.`,
  range: (low: string, high: string): string => `This value should be between ${low} and ${high}.`,
} as const;

/** Error 4 for one member of a request: `message` says which rule its value breaks. */
export const brokenRule = (member: string, message: string): ApiError =>
  new ApiError('validation', { violations: `${member}: ${message}` });

/** Error 4 for one member of a request: `expected` says what its value should be. */
export const invalid = (member: string, expected: string): ApiError => brokenRule(member, violation.expected(expected));

/** The errors that name violations. */
type ErrorOfViolations = 'validation' | 'loginValidation' | 'assetParameters';

/** Collects the violations of a payload, so that all of them are reported together. */
export class Violations {
  readonly #list: string[] = [];

  /** Adds a violation of a rule by `field`. */
  add(field: string, message: string): void {
    this.#list.push(`${field}: ${message}`);
  }

  /** Throws error 4 (or `entry`) naming every violation; returns if there is none. */
  throwIfAny(entry: ErrorOfViolations = 'validation'): void {
    if (this.#list.length > 0) throw this.error(entry);
  }

  /** Error 4 (or `entry`), which names every violation. */
  error(entry: ErrorOfViolations = 'validation'): ApiError {
    return new ApiError(entry, { violations: this.#list.join(' ') });
  }
}
