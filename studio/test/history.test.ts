import { expect, it } from 'vitest';
import { changesBetween, filledFields, textOf, withoutMarks } from '../src/history/changes.ts';
import { type Activity, entriesOf, type Revision, revisionOf } from '../src/history/entries.ts';
import { aroundChanges, piecesOf } from '../src/history/pieces.ts';
import { deviceOf } from '../src/me/device.ts';
import { keyBody } from '../src/me/keys.ts';
import { changesOf, languageOptions, profileOf, zoneOptions } from '../src/me/profile.ts';
import type { Collection } from '../src/model/collection.ts';
import type { Field } from '../src/model/field.ts';

const field = (name: string, type = 'string', more: Partial<Field> = {}): Field =>
  ({ name, label: name, type, interface: null, isAlias: false, isKey: false, relation: null, ...more }) as Field;
const fields = [
  field('id', 'integer', { isKey: true }),
  field('title'),
  field('body', 'string', { interface: 'wysiwyg' }),
  field('options', 'json'),
  field('minutes', 'integer'),
  field('modified_on', 'datetime_updated'),
  field('tags', 'o2m', { isAlias: true }),
];
const articles = {
  name: 'articles',
  fields,
  field: (name: string) => fields.find((one) => one.name === name),
} as unknown as Collection;
const activity = (id: number, action = 'update'): Activity => ({
  id,
  action,
  action_by: null,
  action_on: '2026-11-14 09:12:00',
  comment: null,
  edited_on: null,
  comment_deleted_on: null,
});
const revision = (id: number, activity: number, data: object = {}): Revision => ({
  id,
  activity,
  data: data as Revision['data'],
  delta: {},
});

it('a timeline runs from the newest down, each write with the state before it', () => {
  const activities = [activity(1, 'create'), activity(4), activity(3, 'comment'), activity(9)];
  const entries = entriesOf(activities, [revision(11, 1), revision(12, 4), revision(15, 9)]);
  expect(entries.map(({ activity: { id } }) => id)).toEqual([9, 4, 3, 1]);
  expect(entries.map((entry) => entry.revision?.id ?? null)).toEqual([15, 12, null, 11]);
  expect(entries.map(({ before }) => before?.id ?? null)).toEqual([12, 11, null, null]);
});

it('items that were written in a list belong to the write before them, though a comment lies between', () => {
  const nested = [5, 6, 10].map((at) => ({ ...revision(100 + at, at), collection: 'articles_tags', item: '1' }));
  const entries = entriesOf([activity(4), activity(7, 'comment'), activity(9)], [], nested);
  expect(entries.map((entry) => entry.nested.map(({ activity }) => activity))).toEqual([[10], [], [5, 6]]);
});

it('states that an older server wrote as empty lists hold nothing', () => {
  const row = { id: 1, activity: { id: 7 }, data: [], delta: null } as unknown as Revision;
  expect(revisionOf(row)).toMatchObject({ activity: 7, data: {}, delta: {} });
});

it('changes are what people changed, in the order of the form', () => {
  const before = { id: 1, title: 'A', minutes: 3, options: { a: 1, b: [1] }, modified_on: 'x', tags: [1], gone: 1 };
  const after = { id: 1, title: 'B', minutes: 3, options: { b: [1], a: 1 }, modified_on: 'y', tags: [2], body: '' };
  expect(changesBetween(articles, before, after).map(({ field: { name } }) => name)).toEqual(['title']);
  expect(filledFields(articles, before).map(({ name }) => name)).toEqual(['title', 'options', 'minutes']);
});

it('HTML is compared as text, and objects by their members', () => {
  const [, , body, options] = fields as [Field, Field, Field, Field];
  expect(textOf(body, '<p>One &amp; two</p><p>three<br>four</p>')).toBe('One & two\nthree\nfour');
  expect(textOf(options, { b: 1, a: 2 })).toBe('{\n  "a": 2,\n  "b": 1\n}');
  expect(textOf(body, null)).toBe('');
  expect(withoutMarks('a < b <img src=x onerror=alert(1)>c')).toBe('a < b c');
  expect(withoutMarks('1 < 2')).toBe('1 < 2');
});

it('long texts show what is around a change', () => {
  const long = 'word '.repeat(60);
  const parts = [{ value: long }, { value: 'old', removed: true }, { value: 'new', added: true }, { value: long }];
  const [before, old, fresh, after] = aroundChanges(piecesOf(parts));
  expect([old, fresh]).toEqual([
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
  ]);
  expect(before?.text).toMatch(/^…( word)+ $/);
  expect(after?.text).toMatch(/^(word )+…$/);
  expect(aroundChanges(piecesOf([{ value: 'short' }]))).toEqual([{ kind: 'same', text: 'short' }]);
});

it('devices are named by their browsers and systems', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
  expect(deviceOf(chrome)).toBe('Chrome · Linux');
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')).toBe(
    'Safari · iPhone',
  );
  expect(deviceOf('curl/8.5.0')).toBe('curl');
  expect(deviceOf('robot/1.0 (x)')).toBe('robot');
  expect(deviceOf(null)).toBe('');
});

it('a profile sends what differs, and null for what was emptied', () => {
  const before = profileOf({ first_name: 'Ines', title: 'Editor', locale: null, email_notifications: true });
  expect(changesOf(before, { ...before, title: '', company: 'Mag' })).toEqual({ title: null, company: 'Mag' });
  expect(languageOptions('de-AT').map(({ value }) => value)).toEqual(['en-US', 'de-AT', 'es-ES', 'fr-FR']);
  expect(zoneOptions('Mars/Base')[0]).toBe('Mars/Base');
});

it('a key is limited as its maker says', () => {
  const now = new Date('2026-11-14T10:00:00Z');
  expect(keyBody({ name: ' Site ', readOnly: true, days: 30, collections: ['articles'] }, now)).toEqual({
    name: 'Site',
    read_only: true,
    collections: { articles: ['read'] },
    expires_on: '2026-12-14 10:00:00',
  });
  expect(keyBody({ name: 'All', readOnly: false, days: 0, collections: null }, now)).toMatchObject({
    collections: null,
    expires_on: null,
  });
});
