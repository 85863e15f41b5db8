import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/persistence/changes.ts';
import { changedThing } from '../../../../src/persistence/schema-change/changed-thing.ts';

const schema = (event: string, data: object): Change =>
  ({ kind: 'schema', event, collection: 'novels', data }) as Change;
const relation = (action: string, before: object | null, after: object | null): Change =>
  ({ kind: 'item', collection: 'directus_relations', action, before, after }) as Change;

describe('the summary of a schema change', () => {
  it('is the first change of the schema, with the fields of all', () => {
    const changes = [schema('field.create', { field: 'title' }), schema('field.create', { field: 'year' })];
    expect(changedThing(changes)).toEqual({
      action: 'field.create',
      collection: 'novels',
      fields: ['title', 'year'],
      undo_of: null,
    });
  });

  it('is a relation with the end that holds the key, before or after the change', () => {
    const row = { collection_many: 'novels', field_many: 'author' };
    const shown = { collection: 'novels', fields: ['author'], undo_of: null };
    expect(changedThing([relation('create', null, row)])).toEqual({ action: 'relation.create', ...shown });
    expect(changedThing([relation('delete', row, null)])).toEqual({ action: 'relation.delete', ...shown });
  });

  it('is an undo, with the entry that was undone', () => {
    const undone = { kind: 'undone', collection: 'novels', fields: [], entry: 7 } as Change;
    expect(changedThing([undone])).toMatchObject({ action: 'undo', undo_of: 7 });
  });

  it('is nothing in particular if only rows were written', () => {
    expect(changedThing([])).toEqual({ action: 'other', collection: null, fields: [], undo_of: null });
  });
});
