import { describe, expect, it } from 'vitest';
import { formOf, readerOf } from '../../../src/schema/codec.ts';
import type { Field } from '../../../src/schema/field.ts';
import { library, libraryCollection } from '../../golden/library.ts';

function fieldAt(path: string): Field {
  const [collection = '', name = ''] = path.split('.');
  const field = libraryCollection(collection).byName.get(name);
  if (!field) throw new Error(`there is no field ${path}`);
  return field;
}

describe('the form in which a database writes a field', () => {
  it.each([
    ['samples.id', 'integer'],
    ['books.writer', 'integer'],
    ['samples.title', 'text'],
    ['samples.size', 'text'],
    ['samples.day', 'text'],
    ['samples.hour', 'text'],
    ['samples.moment', 'text'],
    ['samples.sold', 'truth'],
    ['samples.words', 'list'],
    ['posts.mark', 'text'],
    ['samples.copies', undefined],
    ['samples.price', undefined],
    ['samples.weight', undefined],
    ['samples.data', undefined],
    ['posts.made', undefined],
    ['posts.changed', undefined],
    ['books.lines', undefined],
    ['books.divider', undefined],
    ['directus_users.email', 'text'],
    ['directus_users.2fa_secret', undefined],
  ])('%s is written as %s', (path, form) => {
    expect(formOf(fieldAt(path))).toBe(form);
  });

  it('is none if a boolean or a list is in a column of another kind', () => {
    const [sold, words] = [fieldAt('samples.sold'), fieldAt('samples.words')];
    expect(formOf({ ...sold, kind: 'text' })).toBeUndefined();
    expect(formOf({ ...words, kind: 'integer' })).toBeUndefined();
    expect(formOf({ ...sold, kind: 'decimal' })).toBeUndefined();
  });

  it('is that of the stored value if nothing converts it', () => {
    const fields = [...library.collections.values()].flatMap((collection) => collection.fields);
    const plain = fields.filter((field) => ['integer', 'text'].includes(formOf(field) ?? ''));
    const converted = plain.filter((field) => (readerOf(field)?.('7') ?? '7') !== '7');
    expect(converted).toEqual([]);
  });
});
