import { expect, it } from 'vitest';
import { mentionedIn, mentionOf, piecesOf, typedName, withMention } from '../src/history/mentions.ts';

const ana = { id: 5, first_name: 'Ana', last_name: 'de la Cruz' };
const bo = { id: 6, first_name: 'Bo', last_name: null };

it('finds the name that is being typed, and nothing in addresses', () => {
  expect(typedName('Hello @an', 9)).toBe('an');
  expect(typedName('@', 1)).toBe('');
  expect(typedName('@ana cr', 7)).toBe('ana cr');
  expect(typedName('me@example', 10)).toBeNull();
  expect(typedName('done', 4)).toBeNull();
});

it('puts the whole name in the place of what was typed', () => {
  const { text, caret } = withMention('Ask @an about it', 7, ana);
  expect([text, caret]).toEqual([`Ask ${mentionOf(ana)} about it`, 5 + mentionOf(ana).length]);
});

it('tells mentions from text, and knows whom they mean', () => {
  const text = `${mentionOf(ana)} and ${mentionOf(bo)}, not me@example.com`;
  expect(piecesOf(text).filter(({ isMention }) => isMention)).toHaveLength(2);
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
  expect(mentionedIn(text, [ana, bo])).toEqual([5, 6]);
  expect(mentionedIn('nobody', [ana, bo])).toEqual([]);
});
