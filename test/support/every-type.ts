import { id, integer, owner, status, text, toMany, toOne } from './fields.ts';
import type { Payload, TestProject } from './project.ts';

const plain = (field: string, type: string, datatype: string, more: Payload = {}): Payload => ({
  field,
  type,
  datatype,
  ...more,
});
const offering = (field: string, name: string, options: Payload, more: Payload = {}): Payload =>
  text(field, { interface: name, options, ...more });

const CHOICES = { calm: 'Calm', angry: 'Angry' };

/** Collections with a field of every type, and every kind of relation. */
export const everyType: readonly Payload[] = [
  { collection: 'languages', fields: [text('code', { primary_key: true, required: true }), text('name')] },
  { collection: 'shelves', note: 'Where things lie', fields: [id, text('name', { required: true }), toMany('things')] },
  { collection: 'labels', fields: [id, text('name'), toMany('things')] },
  { collection: 'things_labels', fields: [id, toOne('thing'), toOne('label')] },
  {
    collection: 'things_texts',
    fields: [id, toOne('thing'), text('language', { type: 'lang' }), text('body')],
  },
  {
    collection: 'things',
    note: 'Things of every type',
    fields: [
      id,
      status,
      integer('place', 'sort'),
      owner,
      text('title', { required: true, note: 'What people call it' }),
      offering('mood', 'dropdown', { choices: CHOICES }),
      offering('colour', 'radio-buttons', { choices: { r: 'Red' }, allow_other: true }),
      offering('tags', 'checkboxes', { choices: CHOICES }, { type: 'array' }),
      text('words', { type: 'array' }),
      text('mail', { validation: '$email' }),
      text('address', { type: 'slug', options: { mirroredField: 'title' } }),
      text('code', { type: 'uuid' }),
      text('secret', { type: 'hash' }),
      plain('whole', 'integer', 'SMALLINT', { default_value: 3, signed: true }),
      plain('big', 'integer', 'BIGINT', { signed: true }),
      plain('price', 'decimal', 'DECIMAL', { length: '10,2' }),
      plain('ratio', 'decimal', 'DOUBLE'),
      plain('ready', 'boolean', 'TINYINT', { default_value: 1 }),
      plain('day', 'date', 'DATE'),
      plain('hour', 'time', 'TIME'),
      plain('at', 'datetime', 'DATETIME'),
      plain('made_on', 'datetime_created', 'DATETIME'),
      plain('changed_on', 'datetime_updated', 'DATETIME'),
      plain('changed_by', 'user_updated', 'INT', { signed: false }),
      plain('keeper', 'user', 'INT', { signed: false }),
      plain('picture', 'file', 'INT', { signed: false }),
      plain('data', 'json', 'TEXT'),
      plain('blob', 'binary', 'BLOB'),
      toOne('shelf'),
      toMany('labels'),
      { field: 'texts', type: 'translation' },
      { field: 'line', type: 'alias', interface: 'divider' },
      { field: 'box', type: 'group' },
    ],
  },
];

export const everyRelation: readonly Payload[] = [
  { collection_many: 'things', field_many: 'shelf', collection_one: 'shelves', field_one: 'things' },
  {
    collection_many: 'things_labels',
    field_many: 'thing',
    collection_one: 'things',
    field_one: 'labels',
    junction_field: 'label',
  },
  {
    collection_many: 'things_labels',
    field_many: 'label',
    collection_one: 'labels',
    field_one: 'things',
    junction_field: 'thing',
  },
  { collection_many: 'things_texts', field_many: 'thing', collection_one: 'things', field_one: 'texts' },
];

/** Makes the collections and relations. */
export async function makeEveryType(project: TestProject): Promise<void> {
  for (const collection of everyType) await project.write('POST', '/collections', collection);
  for (const relation of everyRelation) await project.write('POST', '/relations', relation);
}
