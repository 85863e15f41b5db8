import { RE2JS } from 're2js';
import { ApiError } from '../../errors/api-error.ts';
import { Lru } from '../../shared/lru.ts';

const MAX_PATTERN = 500;
const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  u: 0,
  D: 0,
};
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const compiled = new Lru<string, RE2JS>(200);

/**
 * Whether a text matches a field's `validation`: a regular expression between delimiters, as PHP writes it, run by an
 * engine whose time grows with the length of the text alone. Error 12 for a pattern that cannot be compiled.
 * (Facts of items and queries, section 5.3.)
 */
export function matchesPattern(field: string, pattern: string, text: string): boolean {
  const known = compiled.get(pattern) ?? compile(field, pattern);
  compiled.set(pattern, known);
  return known.matcher(text).find();
}

function compile(field: string, pattern: string): RE2JS {
  const parts = split(pattern);
  if (!parts) throw new ApiError('invalidFieldPattern', { field, pattern });
  try {
    return RE2JS.compile(parts.body, parts.flags);
  } catch {
    throw new ApiError('invalidFieldPattern', { field, pattern });
  }
}

function split(pattern: string): { body: string; flags: number } | undefined {
  const text = pattern.trim();
  const open = text[0] ?? '';
  const end = text.lastIndexOf(CLOSING[open] ?? open);
  if (text.length > MAX_PATTERN || /[\w\s\\]|^$/.test(open) || end <= 0) return undefined;
  const letters = [...text.slice(end + 1)];
  if (letters.some((letter) => !(letter in FLAGS))) return undefined;
  return { body: text.slice(1, end), flags: letters.reduce((sum, letter) => sum | (FLAGS[letter] ?? 0), 0) };
}
