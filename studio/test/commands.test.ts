import { expect, it } from 'vitest';
import { findCommands } from '../src/shell/commands.ts';

const commands = [
  { label: 'Articles', note: 'Collection' },
  { label: 'New: Articles', note: 'Action' },
  { label: 'Éditions', note: 'Collection' },
  { label: 'Home', note: 'Page' },
];
const found = (text: string): string[] => findCommands(commands, text).map(({ label }) => label);

it('finds commands by the beginnings of their words first', () => {
  expect(found('art')).toEqual(['Articles', 'New: Articles']);
});

it('needs every word, in any order, and reads over accents and case', () => {
  expect(found('articles new')).toEqual(['New: Articles']);
  expect(found('EDIT')).toEqual(['Éditions']);
  expect(found('nothing')).toEqual([]);
});

it('offers everything in its own order as long as nothing is typed', () => {
  expect(found('')).toEqual(commands.map(({ label }) => label));
});
