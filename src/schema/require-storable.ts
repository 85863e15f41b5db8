import { brokenRule, violation } from '../errors/violations.ts';
import { isStorable } from './kinds.ts';

/** A text to be stored. Error 4 if it is one that engines treat differently. */
export function requireStorable(name: string, text: string): string {
  if (isStorable(text)) return text;
  throw brokenRule(name, violation.invalid);
}
