import { expect, it } from 'vitest';
import { hintOf, looksLikeApiKey, newApiKey } from '../../../src/auth/api-key.ts';

it('creates keys that differ and are recognised', () => {
  const keys = Array.from({ length: 50 }, newApiKey);
  expect(new Set(keys).size).toBe(50);
  expect(keys.filter((key) => !/^ok_[0-9A-Za-z]{46}$/.test(key) || !looksLikeApiKey(key))).toEqual([]);
});

it('has a checksum that others can compute', () => {
  expect(looksLikeApiKey(`ok_${'0'.repeat(40)}1vQZ09`)).toBe(false);
  expect(looksLikeApiKey(`ok_${'0'.repeat(40)}2kxiX5`)).toBe(true);
});

it('recognises nothing else as a key', () => {
  const key = newApiKey();
  const last = key.endsWith('0') ? '1' : '0';
  const others = [
    '',
    'ok_',
    'ok_short',
    `${key.slice(0, -1)}${last}`,
    `${key} `,
    key.slice(1),
    key.toUpperCase(),
    `x${key}`,
  ];
  expect(others.filter(looksLikeApiKey)).toEqual([]);
});

it('shows four characters of a key', () => {
  expect(hintOf(`ok_abcd${'0'.repeat(42)}`)).toBe('ok_abcd…');
});
