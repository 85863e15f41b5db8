import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/errors/api-error.ts';
import { catalogue, type ErrorName } from '../../../src/errors/catalogue.ts';
import { Violations, violation } from '../../../src/errors/violations.ts';

const LONG = 'Zq'.repeat(5_000);
const names = Object.keys(catalogue) as ErrorName[];

describe('a message repeats sixty characters of what was sent', () => {
  const filled = names.filter((name) => /\{\w+\}/.test(catalogue[name].message));

  it.each(filled)('%s', (name) => {
    const placeholders = [...catalogue[name].message.matchAll(/\{(\w+)\}/g)].map(([, placeholder = '']) => placeholder);
    const { message } = new ApiError(name, Object.fromEntries(placeholders.map((placeholder) => [placeholder, LONG])));
    expect(message.match(/(?:Zq)+/g)?.map((part) => part.length)).toEqual(placeholders.map(() => 60));
  });

  it('in violations, and in quotes within a sentence', () => {
    const violations = new Violations();
    violations.add(LONG, violation.blank);
    violations.add('title', violation.blank);
    expect(() => violations.throwIfAny()).toThrow(
      `${LONG.slice(0, 60)}…: This value should not be blank. title: This value should not be blank.`,
    );
    const { message } = new ApiError('unprocessable', { reason: `Nothing is called "${LONG} and ${LONG}"` });
    expect(message).toBe(`Nothing is called "${LONG.slice(0, 60)}…"`);
  });

  it('and no half of a character', () => {
    const { message } = new ApiError('unknownType', { type: `${'x'.repeat(59)}\u{1F600}` });
    expect(message).toBe(`Unknown type: ${'x'.repeat(59)}…`);
  });
});
