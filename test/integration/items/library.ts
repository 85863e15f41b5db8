import * as fields from '../../support/fields.ts';
import type { Payload } from '../../support/project.ts';

const mapping = {
  published: { name: 'Published', required_fields: true },
  draft: { name: 'Draft', required_fields: false },
};
const code: Payload = { ...fields.text('code'), length: 10, validation: '/^[A-Z]+$/' };
const length = (text: Payload, characters: number): Payload => ({ ...text, length: characters });

/** Books of writers with lines, and pages, some of which may be incomplete. */
export const COLLECTIONS: readonly Payload[] = [
  { collection: 'writers', fields: [fields.id, fields.text('name'), code] },
  {
    collection: 'books',
    fields: [
      fields.id,
      fields.text('title'),
      fields.integer('pages'),
      { field: 'price', type: 'decimal', datatype: 'DECIMAL', length: '5,2' },
      { field: 'moment', type: 'datetime', datatype: 'DATETIME' },
      { field: 'data', type: 'json', datatype: 'TEXT' },
      fields.status,
      fields.toOne('writer'),
      fields.toMany('lines'),
    ],
  },
  { collection: 'lines', fields: [fields.id, fields.text('text'), fields.toOne('book')] },
  {
    collection: 'pages',
    fields: [
      fields.id,
      { ...fields.status, default_value: 'draft', options: { status_mapping: mapping } },
      { ...length(fields.text('title'), 30), required: true },
      fields.integer('number'),
      code,
    ],
  },
];

export const RELATIONS: readonly Payload[] = [
  { collection_many: 'books', field_many: 'writer', collection_one: 'writers' },
  { collection_many: 'lines', field_many: 'book', collection_one: 'books', field_one: 'lines' },
];

export const ITEMS: readonly (readonly [collection: string, items: readonly Payload[]])[] = [
  ['writers', [{ name: 'Ann', code: 'ABC' }, { name: 'Bob' }, { name: 'Cid' }]],
  [
    'books',
    [
      { title: 'One', writer: 1, pages: 30, moment: '2020-01-31 13:05:00' },
      { title: 'Two', writer: 2, pages: 10, moment: '2021-01-31 13:05:00' },
      { title: 'Three', pages: 20 },
      { title: 'Four' },
    ],
  ],
  [
    'lines',
    [
      { text: 'a', book: 1 },
      { text: 'b', book: 1 },
      { text: 'c', book: 2 },
    ],
  ],
];
