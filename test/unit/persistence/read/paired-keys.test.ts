import { expect, it } from 'vitest';
import { pairedKeys } from '../../../../src/persistence/read/paired-keys.ts';

it('gives the keys of both sides of a relation the same name if they resemble one only', () => {
  const nameOf = pairedKeys(['Abba', 'Björk', 1], ['ABBA', 'Abba', 'bjork ', 1]);
  expect(['ABBA', 'Abba', 'abba', 'bjork ', 'Björk', 1].map(nameOf)).toEqual([
    'Abba',
    'Abba',
    'abba',
    'Björk',
    'Björk',
    '1',
  ]);
});

it('prefers the smaller difference', () => {
  const nameOf = pairedKeys(['ecole', 'école'], ['ECOLE', 'ÉCOLE']);
  expect(['ECOLE', 'ÉCOLE'].map(nameOf)).toEqual(['ecole', 'école']);
});

it('leaves alone a key that resembles several', () => {
  expect(pairedKeys(['a', 'A '], ['A'])('A')).toBe('A ');
  expect(pairedKeys(['abba', 'Abba'], ['ABBA'])('ABBA')).toBe('ABBA');
});
