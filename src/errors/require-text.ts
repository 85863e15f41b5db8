import { ApiError } from './api-error.ts';
import { violation } from './violations.ts';

/** A name or a token as a client has sent it. Error 4 for whatever is no text. (Contract, R-36.) */
export function requireText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const isBlank = value === undefined || value === null;
  throw new ApiError('validation', { violations: `${name}: ${isBlank ? violation.blank : violation.type('string')}` });
}

/** The key of an item as a client has sent it, as text. Error 4 for what is neither text nor a number. */
export function requireKey(name: string, value: unknown): string {
  return typeof value === 'number' ? String(value) : requireText(name, value);
}
