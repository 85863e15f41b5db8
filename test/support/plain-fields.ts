import type { Payload, TestProject } from './project.ts';

type Row = Payload & { readonly field: string };

const text = (field: string, name: string, options: object = {}, more: Payload = {}): Row => ({
  field,
  type: 'string',
  datatype: 'VARCHAR',
  length: 255,
  interface: name,
  options,
  ...more,
});
const long = (field: string, name: string, options: object = {}): Row => ({
  field,
  type: 'string',
  datatype: 'TEXT',
  interface: name,
  options,
});
const list = (field: string, name: string, options: object = {}): Row => text(field, name, options, { type: 'array' });
const json = (field: string, name: string, options: object = {}): Row => ({
  field,
  type: 'json',
  datatype: 'TEXT',
  interface: name,
  options,
});
const choices = { oak: 'Oak', elm: 'Elm', yew: 'Yew' };
const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, `Choice ${at}`]));

/** A field for every interface of plain values, with options as found in Directus 8 projects. */
export const PLAIN_FIELDS: readonly Row[] = [
  {
    field: 'id',
    type: 'integer',
    datatype: 'INT',
    length: 10,
    primary_key: true,
    auto_increment: true,
    interface: 'primary-key',
  },
  text('title', 'text-input', { trim: true, showCharacterCount: true }),
  text('note_line', 'text-input', { monospace: true, trim: true, placeholder: 'A line' }, { default_value: '' }),
  long('summary', 'textarea', { rows: 3, serif: true }),
  {
    field: 'amount',
    type: 'integer',
    datatype: 'INT',
    length: 10,
    signed: true,
    interface: 'numeric',
    options: { localized: true },
  },
  { field: 'huge', type: 'integer', datatype: 'BIGINT', length: 20, signed: true, interface: 'numeric' },
  { field: 'price', type: 'decimal', datatype: 'DECIMAL', length: '14,4', signed: true, interface: 'numeric' },
  {
    field: 'volume',
    type: 'integer',
    datatype: 'INT',
    length: 10,
    interface: 'slider',
    options: { minimum: 0, maximum: 10, step: 2, unit: 'dB' },
  },
  { field: 'stars', type: 'integer', datatype: 'INT', length: 10, interface: 'rating', options: { max_stars: 5 } },
  {
    field: 'featured',
    type: 'boolean',
    datatype: 'TINYINT',
    length: 1,
    interface: 'switch',
    options: { labelOn: 'Shown', labelOff: 'Hidden' },
  },
  {
    field: 'pinned',
    type: 'boolean',
    datatype: 'TINYINT',
    length: 1,
    interface: 'toggle-icon',
    options: {
      textActive: 'Pinned',
      textInactive: 'Loose',
      iconActive: 'push_pin',
      iconInactive: 'place',
      colorActive: '#8e2f2a',
    },
  },
  text('tree', 'dropdown', { choices, placeholder: 'Choose a tree' }),
  text('far', 'dropdown', { choices: many }),
  text('wild', 'dropdown', { choices, allow_other: true }),
  text('leaf', 'radio-buttons', { choices, format: true }),
  text('bark', 'button-group', { choices }),
  list('birds', 'checkboxes', { choices: { wren: 'Wren', owl: 'Owl' }, allow_other: true }),
  list('fish', 'multiselect', { choices: { cod: 'Cod', eel: 'Eel', carp: 'Carp' }, wrapWithDelimiter: true }),
  list('topics', 'tags', { lowercase: true, alphabetize: true }),
  text('labels', 'tags', { wrap: true }),
  { field: 'born', type: 'date', datatype: 'DATE', interface: 'date', options: { min: '2000-01-01' } },
  { field: 'picked', type: 'date', datatype: 'DATE', interface: 'calendar' },
  { field: 'opens', type: 'datetime', datatype: 'DATETIME', interface: 'datetime', options: { showRelative: true } },
  { field: 'rings', type: 'time', datatype: 'TIME', interface: 'time', options: { display24HourClock: true } },
  text('paint', 'color', { format: 'hex', palette: ['#8e2f2a', '#3f6b4f'] }),
  text('hue', 'color-palette'),
  text('sign', 'icon'),
  {
    field: 'slug',
    type: 'slug',
    datatype: 'VARCHAR',
    length: 200,
    interface: 'slug',
    options: { mirroredField: 'title' },
  },
  {
    field: 'secret',
    type: 'hash',
    datatype: 'VARCHAR',
    length: 100,
    interface: 'hashed',
    options: { hashingType: 'core' },
  },
  json('document', 'json'),
  long('script', 'code', { language: 'text/javascript', lineNumber: true }),
  long('story', 'markdown', { rows: 8 }),
  long('body', 'wysiwyg', { toolbar: ['bold', 'italic', 'underline', 'h2', 'bullist', 'link', 'code'] }),
  json('steps', 'repeater', {
    template: '{{ name }}',
    createItemText: 'Add a step',
    limit: 4,
    fields: [
      { field: 'name', type: 'string', interface: 'text-input', width: 'half' },
      { field: 'count', type: 'integer', interface: 'numeric', width: 'half' },
    ],
  }),
  json('words', 'repeater', {
    structure: 'object',
    structure_key: 'key',
    template: '{{ key }}',
    fields: [
      { field: 'key', type: 'string', interface: 'text-input' },
      { field: 'meaning', type: 'string', interface: 'textarea' },
    ],
  }),
  json('pairs', 'key-value', {
    keyInterface: 'text-input',
    keyDataType: 'string',
    keyOptions: { monospace: true },
    valueInterface: 'text-input',
    valueDataType: 'string',
  }),
  json('place', 'map', { height: 220 }),
  text('tongue', 'language', { limit: true }),
  text('target', 'collections'),
  text('odd', 'an-interface-of-nobody'),
  { field: 'made', type: 'datetime_created', datatype: 'DATETIME', interface: 'datetime-created' },
];

/** Makes a collection with a field for every interface of plain values. */
export const makePlain = async (project: TestProject): Promise<void> => {
  await project.write('POST', '/collections', { collection: 'plain', fields: PLAIN_FIELDS });
};
