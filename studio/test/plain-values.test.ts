import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugify } from '../../src/shared/slug.ts';
import { entriesOf, storedEntries, withStored } from '../src/editors/choice/values.ts';
import { choicesOf } from '../src/editors/choices.ts';
import { parseColour, writeColour } from '../src/editors/colour/formats.ts';
import { paletteOf } from '../src/editors/colour/palette.ts';
import { dayText, later, weeksOf } from '../src/editors/dates/month.ts';
import { forControl, forServer } from '../src/editors/dates/typed.ts';
import { previewUrl } from '../src/editors/display/preview.ts';
import { emptied } from '../src/editors/emptied.ts';
import { documentOf, faultyKeys, pairsOf } from '../src/editors/nested/pairs.ts';
import { moved, rowsOf, storedRows, structureOf } from '../src/editors/nested/rows.ts';
import { exact, isSameNumber, written } from '../src/editors/numbers/decimal.ts';
import { asGiven, readNumber, stepped } from '../src/editors/numbers/read-number.ts';
import { parseCoordinates, pointOf } from '../src/editors/place/coordinates.ts';
import { strengthOf } from '../src/editors/secret/password.ts';
import { slugOf } from '../src/editors/slug/slug.ts';
import { rulesOf, tagsIn, withTags } from '../src/editors/tags/tags.ts';
import { lengthOf } from '../src/editors/words.ts';
import { fieldLike } from './support/field.ts';

describe('an emptied text', () => {
  it.each([
    [null, false, null],
    [undefined, false, null],
    ['', false, ''],
    ['was there', false, ''],
    ['was there', true, null],
    ['', true, ''],
  ])('over %j (unique: %s) is %j', (stored, isUnique, value) => {
    expect(emptied(stored, { isUnique })).toBe(value);
  });
});

describe('numbers', () => {
  const english = { group: ',', point: '.' };
  const german = { group: '.', point: ',' };
  const french = { group: '\u202F', point: ',' };

  it.each([
    ['1,234,567.50', english, '1234567.50'],
    ['1.234.567,50', german, '1234567.50'],
    ['1.5', german, '1.5'],
    ['0.125', german, '0.125'],
    ['-0,125', english, null],
    ['1 234,5', french, '1234.5'],
    ['\u22125', english, '-5'],
    ['1e3', english, '1000'],
    ['-.5', english, '-0.5'],
    [' 12\n', english, '12'],
    ['12\t34', english, null],
    ['12a', english, null],
    ['1,2,3', english, null],
    ['', english, null],
    ['0x10', english, null],
  ])('reads %j', (text, separators, value) => {
    expect(readNumber(text, separators)).toBe(value);
  });

  it('keeps every digit of what it reads', () => {
    const digits = fc.stringMatching(/^-?[1-9]\d{0,40}(\.\d{1,30})?$/);
    fc.assert(
      fc.property(digits, (text) => {
        expect(readNumber(text, english)).toBe(text);
      }),
    );
  });

  it('sends a number only where it means the same', () => {
    const digits = fc.stringMatching(/^-?[1-9]\d{0,24}(\.\d{1,12})?$/);
    fc.assert(
      fc.property(digits, (text) => {
        const sent = asGiven(text, null, false);
        expect(isSameNumber(typeof sent === 'number' ? written(exact(String(sent)) as never) : sent, text)).toBe(true);
      }),
    );
    expect(asGiven('9007199254740993', null, true)).toBe('9007199254740993');
    expect(asGiven('5', '4', true)).toBe('5');
    expect(asGiven('5.0', 4, true)).toBe(5);
  });

  it('steps without rounding', () => {
    expect(stepped('9007199254740993', 1)).toBe('9007199254740994');
    expect(stepped('0.10', 1)).toBe('1.10');
    expect(stepped('0.50', -1)).toBe('-0.50');
    expect(stepped('', 1)).toBe('1');
  });
});

describe('choices', () => {
  it.each([
    [{ a: 'Alder', b: 'Beech' }],
    ['{"a":"Alder","b":"Beech"}'],
    [
      [
        { value: 'a', text: 'Alder' },
        { value: 'b', label: 'Beech' },
      ],
    ],
  ])('are read from %j', (choices) => {
    expect(choicesOf({ choices })).toEqual([
      { value: 'a', label: 'Alder' },
      { value: 'b', label: 'Beech' },
    ]);
  });

  it('keep a stored value that is none of them', () => {
    expect(withStored([{ value: 'a', label: 'A' }], 'gone').map(({ value }) => value)).toEqual(['a', 'gone']);
  });

  it('are stored with delimiters at both ends where the options ask for them, and read without', () => {
    const entry = fc.string({ minLength: 1 }).filter((text) => !text.includes(','));
    fc.assert(
      fc.property(fc.array(entry), fc.boolean(), fc.constantFrom('array', 'string'), (entries, wrap, type) => {
        const stored = storedEntries(entries, fieldLike({ type, options: { wrap } }));
        expect(entriesOf(stored)).toEqual(entries);
      }),
    );
    expect(storedEntries(['a', 'b'], fieldLike({ options: { wrap: true } }))).toBe(',a,b,');
  });
});

it('cleans tags by the rules of their field', () => {
  const rules = rulesOf({ lowercase: true, alphabetize: true, sanitize: true });
  expect(tagsIn('Zoo & Co, Äpfel\n ,air', rules)).toEqual(['zoo-co', 'äpfel', 'air']);
  expect(withTags(['b'], ['a', 'b'], rules)).toEqual(['a', 'b']);
  expect(rulesOf({ validation: '(' }).validation).toBeNull();
});

it('previews the slug that the server makes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, low) => {
      expect(slugOf(text, low)).toBe(slugify(text, low));
    }),
  );
});

it.each([
  ['2026-03-29 02:30:00', 'datetime-local', '2026-03-29T02:30:00'],
  ['2026-02-30', 'date', null],
  ['23:59:60', 'time', null],
  ['javascript:x', 'date', null],
] as const)('shows %s in a control for %s as %s', (value, kind, shown) => {
  expect(forControl(value, kind)).toBe(shown);
  if (shown !== null) expect(forServer(shown, kind)).toBe(value);
});

it('lays out months in whole weeks', () => {
  const weeks = weeksOf(new Date(2026, 1, 14), 1);
  expect(dayText(weeks[0]?.[0] as Date)).toBe('2026-01-26');
  expect(dayText(later(new Date(2026, 0, 31), 0, 1))).toBe('2026-02-28');
});

it('reads colours in every form and writes them in theirs', () => {
  const part = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(part, part, part, fc.constantFrom('hex', 'rgb'), (red, green, blue, format) => {
      const text = writeColour({ red, green, blue, alpha: 1 }, format);
      expect(parseColour(text)).toMatchObject({ red, green, blue, alpha: 1, format });
    }),
  );
  expect(parseColour('hsl(0, 100%, 50%)')).toMatchObject({ red: 255, green: 0, blue: 0, format: 'hsl' });
  expect(parseColour('red; background: url(x)')).toBeNull();
  expect(paletteOf({ palette: 'rgb(1, 2, 3),#fff' }, false)).toEqual(['rgb(1, 2, 3)', '#fff']);
});

it('keeps rows as lists and as objects, each under a key of its own', () => {
  const structure = structureOf({ structure: 'object', structure_key: 'k' });
  expect(rowsOf({ a: { n: 1 } }, structure)).toEqual([{ k: 'a', n: 1 }]);
  expect(storedRows([{ k: 'a', n: 1 }, { k: 'a', n: 2 }, { n: 3 }], structure)).toEqual({
    a: { n: 1 },
    'a-2': { n: 2 },
    entry: { n: 3 },
  });
  expect(rowsOf([1], structure)).toBeNull();
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});

it('keeps pairs, and names keys that are empty or double', () => {
  const pairs = pairsOf({ a: 1, b: 2 }) ?? [];
  expect(documentOf(pairs)).toEqual({ a: 1, b: 2 });
  expect([...faultyKeys([...pairs, { key: 'a', value: 0 }, { key: '', value: 0 }])]).toEqual(['a', '']);
});

it.each([
  ['41.15, -8.61', { lat: 41.15, lng: -8.61 }],
  ['41,15; -8,61', { lat: 41.15, lng: -8.61 }],
  [`41°9'N 8°36'W`, { lat: 41.15, lng: -8.6 }],
  ['91, 0', null],
  ['here', null],
])('reads the coordinates %s', (text, point) => {
  expect(parseCoordinates(text)).toEqual(point);
});

it('reads stored points in several forms', () => {
  expect(pointOf('{"lat":1,"lng":"2"}')).toEqual({ lat: 1, lng: 2 });
  expect(pointOf([1, 2])).toBeNull();
});

it('makes addresses of previews, and none that could run something', () => {
  expect(previewUrl('https://a.example/{{slug}}', { slug: 'a b/../c' }, 'https://x.example')).toBe(
    'https://a.example/a%20b%2F..%2Fc',
  );
  expect(previewUrl('{{slug}}', { slug: 'javascript:alert(1)' }, 'https://x.example')).toMatch(
    /^https:\/\/x\.example\//,
  );
  expect(previewUrl('javascript:{{slug}}', { slug: 'a' }, 'https://x.example')).toBeNull();
  expect(previewUrl('https://a.example/{{slug}}', {}, 'https://x.example')).toBeNull();
});

it('counts words and minutes, in languages without spaces too', () => {
  expect(lengthOf('It’s a well-known river.').words).toBe(4);
  expect(lengthOf('川の文法').words).toBe(2);
  expect(lengthOf('word '.repeat(920)).minutes).toBe(4);
});

it('tells weak passwords from strong ones', () => {
  expect([strengthOf(''), strengthOf('aaaaaaaaaaaa'), strengthOf('kR7!x-Pq2#Lm9z')]).toEqual([0, 1, 4]);
});
