import { OctavoError } from '@octavo/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../src/i18n/messages.ts';
import { copyOf } from '../src/item/copy.ts';
import { makeForm } from '../src/item/form.ts';
import { layoutOf } from '../src/item/layout.ts';
import { parsePattern } from '../src/item/pattern.ts';
import { refusalOf } from '../src/item/server-errors.ts';
import { faultOf, missingFields } from '../src/item/validation.ts';
import type { Collection } from '../src/model/collection.ts';
import type { FieldRow } from '../src/model/field.ts';
import { collectionFor, schemaFor } from './collections.ts';

beforeAll(() => loadMessages('forms'));

const fieldFor = (more: Partial<FieldRow>) => {
  const field = collectionFor({ value: more }).field('value');
  if (!field) throw new Error('the field is missing');
  return field;
};

describe('what is typed', () => {
  it.each([
    [{ length: 3 }, 'abcd', 'One character too many: at most 3.'],
    [{ length: 3 }, '𝒂𝒃𝒄', null],
    [{ type: 'integer' }, 'abc', 'A number, such as 12.'],
    [{ type: 'integer' }, 1.5, 'A whole number, such as 12.'],
    [{ type: 'integer', options: { min: 1 } }, 0, 'At least 1.'],
    [{ type: 'decimal', options: { max: '2.5' } }, 3, 'At most 2.5.'],
    [{ type: 'decimal' }, '3.25', null],
    [{ type: 'date' }, '14.11.2026', 'A day, such as 2026-11-14.'],
    [{ type: 'datetime' }, '2026-11-14 09:12:00', null],
    [{ validation: '$email' }, 'ana@', 'An e-mail address, such as ana@example.com.'],
    [{ length: 3 }, null, null],
  ] as const)('is judged by its field: %j takes %j', (field, value, fault) => {
    expect(faultOf(fieldFor(field), value)).toBe(fault);
  });

  it('is asked for where a field needs it, unless the status does not ask for it yet', () => {
    const status_mapping = { draft: {}, live: { required_fields: true } };
    const lax = collectionFor({ title: { required: true }, status: { type: 'status', options: { status_mapping } } });
    expect(missingFields(lax, { status: 'live' }, {}, true).map(({ name }) => name)).toEqual(['title']);
    expect(missingFields(lax, { status: 'draft' }, {}, true)).toEqual([]);
    const strict = collectionFor({ title: { required: true }, size: { required: true, default_value: 3 } });
    expect(missingFields(strict, { size: 3 }, {}, true).map(({ name }) => name)).toEqual(['title']);
    expect(missingFields(strict, { title: null }, { title: null }, false)).toHaveLength(1);
  });
});

it.each([
  ['/^[A-Z]+$/i', { source: '^[A-Z]+$', flags: 'i' }],
  ['#^\\d{3}$#', { source: '^\\d{3}$', flags: '' }],
  ['{^a$}', { source: '^a$', flags: '' }],
  ['/a b/x', null],
  ['/(?<=a++)b/', null],
  ['no delimiters', null],
  ['/(/', null],
])('reads the pattern %s as this browser would, or not at all', (text, pattern) => {
  expect(parsePattern(text)).toEqual(pattern);
});

describe('what the server refuses', () => {
  const collection = collectionFor({ title: {}, minutes: { type: 'integer' }, mail: { unique: true }, short_name: {} });
  const refusal = (status: number, code: number, message: string, sent = {}) =>
    refusalOf(new OctavoError(status, [{ code, message }]), collection, sent);

  it('stands at its fields, in our words', () => {
    const message = 'title: This value should not be blank. minutes: This value should be of type numeric.';
    expect(refusal(422, 4, message)).toEqual({
      fields: { title: 'This cannot be empty.', minutes: 'A number, such as 12.' },
      rest: [],
    });
  });

  it('stands at the unique field that has the value', () => {
    const message = 'Duplicate key "a@b.c" for collection "notes"';
    const expected = { mail: 'Another item already has this.' };
    expect(refusal(409, 204, message, { mail: 'a@b.c' }).fields).toEqual(expected);
    const named = `${message}. Another item has this value in "mail".`;
    expect(refusal(409, 204, named, { mail: 'A@b.c' }).fields).toEqual(expected);
  });

  it('finds a field by the label that the server makes of its name', () => {
    const message = "The value submitted (x…) for 'Short Name' is longer than the field's supported length (5).";
    expect(Object.keys(refusal(422, 12, message).fields)).toEqual(['short_name']);
  });

  it('names fields of other collections above the form', () => {
    expect(refusal(422, 4, 'colour: This value is not valid.').rest).toEqual([
      'colour: This is not in the format that the field expects.',
    ]);
  });
});

describe('the layout', () => {
  const blocks = (collection: Collection) => layoutOf(collection, () => true);

  it('sets the title apart, and gathers the fields of a group', () => {
    const { title, blocks: found } = blocks(
      collectionFor({ title: {}, box: { type: 'group', id: 5 }, inside: { group: 5 }, after: {} }),
    );
    expect(title?.name).toBe('title');
    expect(found.map(({ kind, field }) => `${kind} ${field.name}`)).toEqual(['field id', 'section box', 'field after']);
    expect(found[1]).toMatchObject({ blocks: [{ kind: 'field', field: { name: 'inside' } }] });
  });

  it('ends where groups contain each other', () => {
    const { blocks: found } = blocks(
      collectionFor({ one: { type: 'group', id: 1, group: 2 }, two: { type: 'group', id: 2, group: 1 } }),
    );
    expect(found.map(({ field }) => field.name)).toEqual(['id']);
  });
});

it('copies links and translations into a new item, and leaves what belongs to the old one', () => {
  const relation = (
    collection_many: string,
    field_many: string,
    field_one: string | null,
    junction_field: string | null,
  ) => ({
    collection_many,
    field_many,
    collection_one: field_many === 'label' ? 'labels' : 'notes',
    field_one,
    junction_field,
  });
  const schema = schemaFor(
    {
      notes: {
        title: {},
        owner: { type: 'owner' },
        tags: { type: 'o2m' },
        texts: { type: 'translation' },
        parts: { type: 'o2m' },
      },
      labels: { name: {} },
      notes_labels: { note: { type: 'm2o' }, label: { type: 'm2o' } },
      notes_texts: { note: { type: 'm2o' }, body: {} },
      parts: { note: { type: 'm2o' } },
    },
    [
      relation('notes_labels', 'note', 'tags', 'label'),
      relation('notes_labels', 'label', null, 'note'),
      relation('notes_texts', 'note', 'texts', null),
      relation('parts', 'note', 'parts', null),
    ],
  );
  const notes = schema.collection('notes');
  if (!notes) throw new Error('there are no notes');
  const form = makeForm(notes);
  const stored = {
    id: 1,
    title: 'Figs',
    owner: 1,
    tags: [
      { id: 1, note: 1, label: { id: 7, name: 'a' } },
      { id: 2, note: 1, label: { id: 8, name: 'b' } },
    ],
    texts: [{ id: 5, note: 1, body: 'Feigen' }],
    parts: [{ id: 9 }],
  };
  form.take('1', stored, { title: 'Plums', tags: [{ id: 1, $delete: true }, { label: 9 }] });
  expect(copyOf(form, schema)).toEqual({
    title: 'Plums',
    tags: [{ label: 8 }, { label: 9 }],
    texts: [{ body: 'Feigen' }],
  });
});
