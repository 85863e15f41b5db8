import { brokenRule, violation } from './violations.ts';

/** A name or a token sent by a client. Error 4 if it is not a text. (Contract, R-36.) */
export function requireText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const isBlank = value === undefined || value === null;
  throw brokenRule(name, isBlank ? violation.blank : violation.type('string'));
}

/** An item's key sent by a client, as text. Error 4 if it is neither text nor a number. */
export function requireKey(name: string, value: unknown): string {
  return typeof value === 'number' ? String(value) : requireText(name, value);
}
