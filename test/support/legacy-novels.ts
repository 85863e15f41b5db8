import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { seededRelations } from '../../src/schema/system/seed/relations.ts';
import { defaultPermissions } from '../../src/schema/system/seed/role-permissions.ts';
import { seededSettings } from '../../src/schema/system/seed/settings.ts';
import { systemTables } from '../../src/schema/system/tables.ts';
import { connectTo } from './legacy-database.ts';

type Address = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;

const STATUS = {
  status_mapping: {
    published: {
      name: 'On sale',
      value: 'published',
      text_color: 'white',
      background_color: 'accent',
      published: true,
      required_fields: true,
    },
    draft: {
      name: 'In work',
      value: 'draft',
      text_color: 'white',
      background_color: 'blue-grey-200',
      published: false,
    },
    deleted: { name: 'Gone', value: 'deleted', text_color: 'white', background_color: 'red', soft_delete: true },
  },
};
const CHOICES = { prose: 'Prose', verse: 'Verse', drama: 'Drama' };

/** Fields as the original stores them: name, type, interface, options, and other columns of the row. */
const FIELDS: readonly (readonly [string, string, string, object?, Row?])[] = [
  ['id', 'integer', 'primary-key', { monospace: true }, { hidden_detail: 1, hidden_browse: 1, locked: 1 }],
  ['status', 'status', 'status', STATUS],
  ['title', 'string', 'text-input', { iconLeft: 'title', showCharacterCount: false, trim: true }, { required: 1 }],
  ['slug', 'slug', 'slug', { mirroredField: 'title', forceLowercase: true, onlyOnCreation: true }, { width: 'half' }],
  ['form', 'string', 'dropdown', { choices: CHOICES, allow_other: false, formatting: 'text' }, { width: 'half' }],
  ['binding', 'string', 'radio-buttons', { format: true, choices: { hard: 'Hardback', soft: 'Paperback' } }],
  ['editions', 'array', 'checkboxes', { choices: { first: 'First', book_club: 'Book club' }, wrap: true }],
  ['topics', 'array', 'tags', { alphabetize: true, lowercase: true, wrap: false, format: true }],
  ['blurb', 'string', 'textarea', { rows: 4, serif: false }, { note: 'Four lines at most' }],
  ['body', 'string', 'wysiwyg', { toolbar: ['bold', 'italic', 'h1', 'link', 'code'], custom_formats: [] }],
  ['notes', 'string', 'markdown', { rows: 10, tabbed: true }],
  ['price', 'decimal', 'numeric', { iconLeft: 'euro', localized: true, monospace: false }, { width: 'half' }],
  ['stock', 'integer', 'slider', { minimum: 0, maximum: 50, step: 5, unit: 'copies' }, { width: 'half' }],
  ['released', 'date', 'date', { min: '', max: '', localized: true, showRelative: false }],
  ['in_print', 'boolean', 'toggle', { labelOn: 'In print', labelOff: 'Out of print', checkbox: true }],
  ['tint', 'string', 'color', { input: 'hex', output: 'hex', palette: ['#3f6b4f', '#8e2f2a'], paletteOnly: false }],
  ['extra', 'json', 'json', { indent: 2 }],
  ['cover', 'file', 'file', { accept: 'image/*', crop: true }],
  ['country', 'm2o', 'many-to-one', { template: '{{name}}', visible_fields: 'code,name', placeholder: 'Choose one' }],
  ['genres', 'o2m', 'many-to-many', { fields: 'name', allow_create: true, allow_select: true }],
  ['reviews', 'o2m', 'one-to-many', { fields: 'text,stars', template: '{{text}}', allow_create: true }],
  [
    'translations',
    'translation',
    'translation',
    { languageField: 'language', languages: { en: 'English', fr: 'Français' }, template: '{{title}}' },
  ],
  [
    'line',
    'alias',
    'divider',
    { style: 'medium', title: 'For the office', description: 'Nobody else sees it', hr: true },
  ],
  ['place', 'json', 'map', { mapLat: 40.72, mapLng: -73.99, defaultZoom: 12, theme: 'color' }],
  ['shelf', 'string', 'shelf-picker-of-ours', { rows: 9 }, { note: 'An interface of our own' }],
  ['modified_on', 'datetime_updated', 'datetime-updated', { showRelative: true }, { readonly: 1 }],
];

const OTHERS: readonly (readonly [string, string, string, string])[] = [
  ['novels_translations', 'id', 'integer', 'primary-key'],
  ['novels_translations', 'novel', 'm2o', 'many-to-one'],
  ['novels_translations', 'language', 'lang', 'language'],
  ['novels_translations', 'title', 'string', 'text-input'],
  ['novels_genres', 'id', 'integer', 'primary-key'],
  ['novels_genres', 'novel', 'm2o', 'many-to-one'],
  ['novels_genres', 'genre', 'm2o', 'many-to-one'],
  ['genres', 'id', 'integer', 'primary-key'],
  ['genres', 'name', 'string', 'text-input'],
  ['reviews', 'id', 'integer', 'primary-key'],
  ['reviews', 'novel', 'm2o', 'many-to-one'],
  ['reviews', 'text', 'string', 'text-input'],
  ['reviews', 'stars', 'integer', 'rating'],
];

const KEY = 'id int(10) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY';
const TABLES = [
  `CREATE TABLE novels (${KEY}, status varchar(20) DEFAULT 'draft', title varchar(100) DEFAULT NULL, slug varchar(100),
    form varchar(20), binding varchar(20), editions varchar(255), topics varchar(255), blurb text, body mediumtext, notes text,
    price decimal(8,2), stock int(10) unsigned, released date, in_print tinyint(1) unsigned DEFAULT 0, tint varchar(20),
    extra text, cover int(10) unsigned, country varchar(3), place text, shelf varchar(50), modified_on datetime)`,
  `CREATE TABLE novels_translations (${KEY}, novel int(10) unsigned, language varchar(10), title varchar(100))`,
  `CREATE TABLE genres (${KEY}, name varchar(50))`,
  `CREATE TABLE novels_genres (${KEY}, novel int(10) unsigned, genre int(10) unsigned)`,
  `CREATE TABLE reviews (${KEY}, novel int(10) unsigned, text varchar(255), stars int(10) unsigned)`,
].map((table) => `${table} ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci`);

const REVISION = { id: 1, status: 'draft', title: 'Emma, a draft', price: '7.00', form: 'prose' };
const ROWS: readonly (readonly [string, Row])[] = [
  ['genres', { id: 1, name: 'Satire' }],
  ['genres', { id: 2, name: 'Romance' }],
  [
    'novels',
    {
      id: 1,
      status: 'published',
      title: 'Emma',
      slug: 'emma',
      form: 'prose',
      binding: 'hard',
      editions: ',first,book_club,',
      topics: 'marriage,village',
      blurb: 'Handsome, clever, and rich.',
      body: '<p>Emma <strong>Woodhouse</strong>, handsome.</p>',
      notes: '# On Emma',
      price: '12.50',
      stock: 20,
      released: '1815-12-23',
      in_print: 1,
      tint: '#3f6b4f',
      extra: '{"pages":474}',
      cover: 2,
      country: 'fr',
      place: '{"lat":51.1,"lng":-0.9}',
      shelf: 'A-3',
      modified_on: '2019-03-01 10:00:00',
    },
  ],
  ['novels', { id: 2, status: 'draft', title: 'Persuasion', price: '9.00', form: 'prose' }],
  ['novels', { id: 3, status: 'deleted', title: 'Sanditon', price: '3.00' }],
  ['novels_translations', { id: 1, novel: 1, language: 'en', title: 'Emma' }],
  ['novels_translations', { id: 2, novel: 1, language: 'fr', title: 'La Nouvelle Emma' }],
  ['novels_genres', { id: 1, novel: 1, genre: 1 }],
  ['reviews', { id: 1, novel: 1, text: 'A delight', stars: 5 }],
  ['directus_relations', { collection_many: 'novels', field_many: 'country', collection_one: 'countries' }],
  ['directus_relations', { collection_many: 'novels', field_many: 'cover', collection_one: 'directus_files' }],
  [
    'directus_relations',
    { collection_many: 'reviews', field_many: 'novel', collection_one: 'novels', field_one: 'reviews' },
  ],
  [
    'directus_relations',
    {
      collection_many: 'novels_translations',
      field_many: 'novel',
      collection_one: 'novels',
      field_one: 'translations',
    },
  ],
  [
    'directus_relations',
    {
      collection_many: 'novels_genres',
      field_many: 'novel',
      collection_one: 'novels',
      field_one: 'genres',
      junction_field: 'genre',
    },
  ],
  [
    'directus_relations',
    { collection_many: 'novels_genres', field_many: 'genre', collection_one: 'genres', junction_field: 'novel' },
  ],
  ['directus_collections', { collection: 'novels', icon: 'menu_book', note: 'What we print' }],
  ['directus_collections', { collection: 'genres' }],
  ['directus_collections', { collection: 'reviews' }],
  ['directus_collections', { collection: 'novels_translations', hidden: 1 }],
  ['directus_collections', { collection: 'novels_genres', hidden: 1 }],
  ['directus_permissions', { collection: 'novels', role: 3, read: 'full' }],
  [
    'directus_collection_presets',
    {
      collection: 'novels',
      view_type: 'tabular',
      view_query: '{"tabular":{"fields":"title,price,status","sort":"-price"}}',
      view_options: '{"tabular":{"widths":{"title":320}}}',
    },
  ],
  [
    'directus_collection_presets',
    {
      collection: 'novels',
      title: 'Dear ones',
      user: 1,
      view_type: 'cards',
      filters: '[{"field":"price","operator":"gt","value":"10"}]',
      view_query: '{"cards":{"sort":"title"}}',
      view_options: '{"cards":{"title":"title","subtitle":"price","src":"cover"}}',
    },
  ],
  [
    'directus_activity',
    {
      id: 50,
      action: 'create',
      action_by: 1,
      action_on: '2019-02-03 04:05:06',
      ip: '::1',
      user_agent: 'x',
      collection: 'novels',
      item: '1',
    },
  ],
  [
    'directus_activity',
    {
      id: 51,
      action: 'update',
      action_by: 1,
      action_on: '2019-03-01 10:00:00',
      ip: '::1',
      user_agent: 'x',
      collection: 'novels',
      item: '1',
    },
  ],
  [
    'directus_activity',
    {
      id: 52,
      action: 'comment',
      action_by: 1,
      action_on: '2019-03-02 10:00:00',
      ip: '::1',
      user_agent: 'x',
      collection: 'novels',
      item: '1',
      comment: 'Ready to print?',
    },
  ],
  [
    'directus_revisions',
    { activity: 50, collection: 'novels', item: '1', data: JSON.stringify(REVISION), delta: JSON.stringify(REVISION) },
  ],
  [
    'directus_revisions',
    {
      activity: 51,
      collection: 'novels',
      item: '1',
      data: JSON.stringify({ ...REVISION, title: 'Emma', price: '12.50', status: 'published' }),
      delta: '{"title":"Emma","price":"12.50","status":"published"}',
    },
  ],
  [
    'directus_files',
    {
      id: 2,
      storage: 'local',
      private_hash: 'qrstuvwxyzabcdef',
      filename_disk: 'emma.png',
      filename_download: 'emma.png',
      title: 'Cover of Emma',
      type: 'image/png',
      uploaded_by: 1,
      uploaded_on: '2019-02-03 04:05:06',
      filesize: 800,
      width: 80,
      height: 120,
    },
  ],
];

/** What the original stores in its system tables for a new project and a new role. */
const SYSTEM: readonly (readonly [string, Row])[] = [
  ...systemTables.flatMap(({ name, fields }) =>
    fields.map(({ id: _, ...field }) => ['directus_fields', { ...field, collection: name }] as const),
  ),
  ...seededRelations.map(({ id: _, ...relation }) => ['directus_relations', relation] as const),
  ...seededSettings.map(([key, value]) => ['directus_settings', { key, value }] as const),
  ...defaultPermissions.map((row) => ['directus_permissions', { ...row, role: 3 }] as const),
];

/**
 * Adds to a database of the original a collection with most interfaces, its relations, a preset, a cover and a history.
 */
export async function addNovels(address: Address, name: string): Promise<void> {
  const connection = await connectTo(address, name);
  const insert = (table: string, row: Row): Promise<unknown> =>
    connection.query('INSERT IGNORE INTO ?? (??) VALUES (?)', [
      table,
      Object.keys(row),
      Object.values(row).map((value) => (typeof value === 'object' && value ? JSON.stringify(value) : value)),
    ]);
  try {
    for (const table of TABLES) await connection.query(table);
    for (const [sort, [field, type, face, options = {}, more = {}]] of FIELDS.entries())
      await insert('directus_fields', {
        collection: 'novels',
        field,
        type,
        interface: face,
        options: JSON.stringify(options),
        sort: sort + 1,
        ...more,
      });
    for (const [collection, field, type, face] of OTHERS)
      await insert('directus_fields', { collection, field, type, interface: face });
    for (const [table, row] of [...SYSTEM, ...ROWS]) await insert(table, row);
  } finally {
    connection.destroy();
  }
}

/** Puts the cover where the original kept the files of a project. */
export async function keepCover(data: string, project: string): Promise<void> {
  const folder = join(data, 'uploads', project, 'originals');
  mkdirSync(folder, { recursive: true });
  const picture = { width: 80, height: 120, channels: 3, background: '#8e2f2a' } as const;
  writeFileSync(join(folder, 'emma.png'), await sharp({ create: picture }).png().toBuffer());
}
