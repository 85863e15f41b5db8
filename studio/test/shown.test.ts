import { expect, it } from 'vitest';
import { shownOf } from '../src/editors/value/shown.ts';
import { fieldLike } from './support/field.ts';

const shownAs = (field: Parameters<typeof fieldLike>[0], value: unknown) => shownOf(fieldLike(field), value);

it.each([
  [{ type: 'integer' }, 2026, '2026'],
  [
    { type: 'decimal', interface: 'numeric', options: { localized: true } },
    '12345678901234567890.50',
    '12,345,678,901,234,567,890.50',
  ],
  [{ type: 'string', interface: 'dropdown', options: { choices: { a: 'Alder' } } }, 'a', 'Alder'],
  [{ type: 'string', interface: 'dropdown', options: { choices: { a: 'Alder' } } }, 'b', 'b'],
  [{ type: 'datetime', interface: 'datetime' }, '2026-11-14 09:12:00', 'Nov 14, 2026, 09:12 AM'],
  [{ type: 'date' }, '2026-02-31', '2026-02-31'],
  [
    { type: 'string', interface: 'markdown' },
    '# On *rivers*\n\nSee [here](javascript:x) and **there**',
    'On rivers See here and there',
  ],
  [{ type: 'string' }, 'a\u202Egpj.exe', 'a[U+202E]gpj.exe'],
  [{ type: 'json', interface: 'map' }, { lat: 41.1, lng: -8.6 }, '41.1, -8.6'],
  [{ type: 'hash', interface: 'hashed' }, '$2y$10$abc', '••••••••'],
] as const)('shows %j of %j as %j', (field, value, text) => {
  expect(shownAs(field, value)).toMatchObject({ text: expect.stringMatching(plain(text)) });
});

const plain = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

it.each([null, undefined, ''])('shows nothing for %j', (value) => {
  expect(shownAs({ type: 'string' }, value)).toEqual({ kind: 'none' });
});

it('leaves out the delimiters around stored lists, and counts what does not fit', () => {
  const value = ['', 'a', 'b', 'c', 'd', 'e', ''];
  expect(shownAs({ type: 'array', interface: 'tags' }, value)).toEqual({
    kind: 'list',
    entries: ['a', 'b', 'c', 'd'],
    more: 1,
  });
});
