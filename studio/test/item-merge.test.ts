import { describe, expect, it } from 'vitest';
import { merge } from '../src/item/merge.ts';
import { schemaFor } from './collections.ts';

const schema = schemaFor(
  {
    notes: {
      title: {},
      text: {},
      author: { type: 'm2o' },
      tags: { type: 'o2m' },
      parts: { type: 'o2m' },
      changed_on: { type: 'datetime_updated' },
    },
    people: { name: {} },
    labels: { name: {} },
    notes_labels: { note: { type: 'm2o' }, label: { type: 'm2o' } },
    parts: { note: { type: 'm2o' }, name: {}, size: { type: 'integer' } },
  },
  [
    { collection_many: 'notes', field_many: 'author', collection_one: 'people', field_one: null, junction_field: null },
    { collection_many: 'parts', field_many: 'note', collection_one: 'notes', field_one: 'parts', junction_field: null },
    {
      collection_many: 'notes_labels',
      field_many: 'note',
      collection_one: 'notes',
      field_one: 'tags',
      junction_field: 'label',
    },
    {
      collection_many: 'notes_labels',
      field_many: 'label',
      collection_one: 'labels',
      field_one: null,
      junction_field: 'note',
    },
  ],
);
const collection = schema.collection('notes');
if (!collection) throw new Error('there are no notes');
const merged = (before: object, mine: object, theirs: object) =>
  merge({ collection, schema }, { ...before }, { ...mine }, { ...before, ...theirs });

describe('values', () => {
  const before = { title: 'Figs', text: 'Old', author: { id: 1, name: 'Ana' } };

  it('merges changes of different fields by itself, and says what the others changed', () => {
    const { keep, collisions, changed } = merged(before, { title: 'Plums' }, { text: 'New' });
    expect(keep).toEqual({ title: 'Plums' });
    expect(collisions).toEqual([]);
    expect(changed.map(({ name }) => name)).toEqual(['text']);
  });

  it('leaves a field that both changed to be decided', () => {
    const [collision] = merged(before, { title: 'Plums' }, { title: 'Pears' }).collisions;
    expect(collision).toMatchObject({ before: 'Figs', mine: 'Plums', theirs: 'Pears', ifMine: 'Plums' });
    expect(collision?.ifTheirs).toBeUndefined();
  });

  it('drops an edit that both made', () => {
    expect(merged(before, { title: 'Plums' }, { title: 'Plums' })).toMatchObject({ keep: {}, collisions: [] });
  });

  it('takes a related item for the same while its key is', () => {
    const found = merged(before, { author: 2 }, { author: { id: 1, name: 'Ana Maria' } });
    expect(found).toMatchObject({ keep: { author: 2 }, collisions: [], changed: [] });
    expect(merged(before, { author: 2 }, { author: { id: 3 } }).collisions).toHaveLength(1);
  });

  it('takes no notice of the date of the last change', () => {
    expect(merged({ ...before, changed_on: 'then' }, {}, { changed_on: 'now' }).changed).toEqual([]);
  });
});

describe('lists', () => {
  const row = { id: 3, name: 'Leg', size: 4 };
  const before = { parts: [row, { id: 4, name: 'Top', size: 1 }] };

  it('keeps what was added, and what was changed of a row in other fields', () => {
    const mine = { parts: [{ name: 'Drawer' }, { id: 3, name: 'Foot' }] };
    const found = merged(before, mine, { parts: [{ ...row, size: 5 }] });
    expect(found).toMatchObject({ keep: mine, collisions: [] });
  });

  it('forgets to delete what is gone', () => {
    const mine = {
      parts: [
        { id: 3, $delete: true },
        { id: 4, note: null },
      ],
    };
    expect(merged(before, mine, { parts: [] })).toMatchObject({ keep: {}, collisions: [] });
  });

  it('leaves a changed row that is gone to be decided: to be created again, or dropped', () => {
    const [collision] = merged(before, { parts: [{ id: 3, name: 'Foot' }] }, { parts: [] }).collisions;
    expect(collision).toMatchObject({ ifMine: [{ name: 'Foot', size: 4 }], ifTheirs: undefined });
  });

  it('leaves a value of a row that both changed to be decided, and keeps the rest', () => {
    const mine = { parts: [{ name: 'Drawer' }, { id: 3, name: 'Foot' }] };
    const [collision] = merged(before, mine, { parts: [{ ...row, name: 'Paw' }] }).collisions;
    expect(collision).toMatchObject({ ifMine: mine.parts, ifTheirs: [{ name: 'Drawer' }] });
  });

  it('keeps a deletion of a link beside somebody else’s', () => {
    const tags = [
      { id: 1, label: { id: 7 } },
      { id: 2, label: { id: 8 } },
    ];
    const mine = { tags: [{ id: 1, $delete: true }, { label: 9 }] };
    expect(merged({ tags }, mine, { tags: tags.slice(0, 1) })).toMatchObject({ keep: mine, collisions: [] });
  });
});
