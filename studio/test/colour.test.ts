import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrast, parseColour, readable, textColourOn } from '../src/model/colour.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('moves any colour until it can be read on either paper', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('#fbfaf7', '#161513'), (any, paper) => {
      expect(contrast(readable(any, paper) ?? '', paper)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it('text on it can be read, too', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('#fbfaf7', '#161513'), (any, paper) => {
      const accent = readable(any, paper) ?? '';
      expect(contrast(textColourOn(accent), accent)).toBeGreaterThanOrEqual(4.5);
    }),
    { examples: [['#1f5f5b', '#161513']] },
  );
});

it('leaves a colour alone that can be read as it is', () => {
  expect(readable('#8e2f2a', '#fbfaf7')).toBe('#8e2f2a');
});

it('takes nothing for a colour that is none', () => {
  expect(parseColour('red')).toBeNull();
  expect(readable('url(https://example.com)', '#fbfaf7')).toBeNull();
});
