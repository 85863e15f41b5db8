import type { Collection } from '../../src/schema/collection.ts';
import type { Table } from '../../src/schema/column.ts';
import type { FieldRow } from '../../src/schema/field.ts';
import { buildSchema } from '../../src/schema/registry.ts';
import type { RelationRow } from '../../src/schema/relation-row.ts';
import { collectionOf, type Schema } from '../../src/schema/schema.ts';
import { FIELD_DEFAULTS } from '../../src/schema/system/system-table.ts';
import { systemTables } from '../../src/schema/system/tables.ts';
import { withTextIndex } from '../../src/schema/table-index.ts';
import { type ColumnSource, tableFrom } from '../../src/schema/table-source.ts';

/** A field in short form: its field type, and its column if it has one. */
interface FieldSource {
  readonly type: string;
  readonly column?: ColumnSource;
  readonly options?: unknown;
  /** A pattern that values must match. */
  readonly validation?: string;
  readonly required?: true;
}

interface CollectionSource {
  readonly fields: Readonly<Record<string, FieldSource>>;
  readonly indexes?: readonly (readonly string[])[];
  /** Columns with a text index. */
  readonly texts?: readonly string[];
  /** Collations of text columns that Octavo did not create. */
  readonly collations?: Readonly<Record<string, string>>;
}

const field = (type: string, column: string): FieldSource => ({ type, column: { type: column, nullable: true } });
const key: FieldSource = {
  type: 'integer',
  column: { type: 'INT(10) unsigned', primaryKey: true, autoIncrement: true },
};
const text = (length = 100): FieldSource => field('string', `VARCHAR(${length})`);
const toOne = (type = 'm2o'): FieldSource => field(type, 'INT(10) unsigned');
const toMany: FieldSource = { type: 'o2m' };

const STATUSES = {
  published: { name: 'Published' },
  draft: { name: 'Draft' },
  deleted: { name: 'Deleted', soft_delete: true },
};

/** Statuses of which one requires the fields. */
const STAGES = { sketch: { name: 'Sketch' }, final: { name: 'Final', required_fields: true } };

const filled = (type: string, column: string): FieldSource => ({ type, column: { type: column } });

/**
 * Books of writers from nations, with lines, tags and translations; samples of every kind of column; notes of nobody, a
 * log without a key, and a table that Octavo did not make. Pages and their remarks have text indexes. Posts have the
 * fields that the server fills in, hashes, patterns and a list that may not be empty; articles, statuses that require their fields.
 */
const COLLECTIONS: Readonly<Record<string, CollectionSource>> = {
  books: {
    fields: {
      id: key,
      status: { ...field('status', 'VARCHAR(20)'), options: { status_mapping: STATUSES } },
      owner: toOne('owner'),
      sort: field('sort', 'INT(10)'),
      title: text(),
      price: field('decimal', 'DECIMAL(10,2)'),
      writer: toOne(),
      lines: toMany,
      tags: toMany,
      translations: { type: 'translation' },
      divider: { type: 'alias' },
    },
    indexes: [['writer']],
  },
  samples: {
    fields: {
      id: key,
      title: { type: 'string', column: { type: 'VARCHAR(100)' } },
      pages: field('integer', 'INT(10)'),
      copies: field('integer', 'BIGINT(20)'),
      price: field('decimal', 'DECIMAL(10,2)'),
      weight: field('decimal', 'DOUBLE'),
      isbn: { type: 'string', column: { type: 'VARCHAR(20)', nullable: true, unique: true } },
      sold: field('boolean', 'TINYINT(1)'),
      day: field('date', 'DATE'),
      hour: field('time', 'TIME'),
      moment: field('datetime', 'DATETIME'),
      size: field('string', "ENUM('small','large')"),
      data: field('json', 'TEXT'),
      words: field('array', 'TEXT'),
    },
    indexes: [['day']],
  },
  writers: {
    fields: { id: key, name: text(), email: text(), nation: field('m2o', 'CHAR(2)'), books: toMany },
  },
  nations: {
    fields: {
      code: { type: 'string', column: { type: 'CHAR(2)', primaryKey: true } },
      name: text(),
      writers: toMany,
    },
  },
  lines: {
    fields: { id: key, text: text(), number: field('integer', 'INT(10)'), book: toOne() },
    indexes: [['book']],
  },
  books_tags: { fields: { id: key, book: toOne(), tag: toOne() }, indexes: [['book'], ['tag']] },
  tags: { fields: { id: key, label: text(), books: toMany } },
  translations: {
    fields: { id: key, book: toOne(), language: field('lang', 'CHAR(2)'), title: text() },
    indexes: [['book']],
  },
  notes: { fields: { id: key, text: text() } },
  log: { fields: { line: text(), at: field('datetime', 'DATETIME') } },
  foreign: {
    fields: { id: key, title: text(), kind: field('string', "ENUM('a','b')"), match: text() },
    collations: { title: 'latin1_swedish_ci', kind: 'latin1_swedish_ci' },
  },
  posts: {
    fields: {
      id: key,
      title: filled('string', 'VARCHAR(20)'),
      owner: toOne('owner'),
      editor: toOne('user_updated'),
      made: field('datetime_created', 'DATETIME'),
      changed: field('datetime_updated', 'DATETIME'),
      slug: { ...field('slug', 'VARCHAR(100)'), options: { mirroredField: 'title' } },
      mark: field('uuid', 'CHAR(36)'),
      stock: { type: 'integer', column: { type: 'INT(10)', default: '0' } },
      day: field('date', 'DATE'),
      data: field('json', 'TEXT'),
      secret: { ...field('hash', 'VARCHAR(255)'), validation: '/^[a-z]{8,}$/' },
      code: { ...text(), validation: '/^[A-Z]+$/' },
      echo: { ...text(), validation: '/^(.+)\\1$/' },
      mail: { ...text(), validation: '$email' },
      cover: toOne('file'),
      origin: field('m2o', 'CHAR(2)'),
      replies: toMany,
      loose: toMany,
    },
  },
  replies: {
    fields: { id: key, text: filled('string', 'VARCHAR(100)'), post: toOne(), hidden: field('hash', 'VARCHAR(255)') },
  },
  pages: {
    fields: {
      id: key,
      title: text(),
      body: field('string', 'TEXT'),
      minutes: field('integer', 'INT(10)'),
      day: field('date', 'DATE'),
      remarks: toMany,
    },
    texts: ['title', 'body'],
  },
  remarks: { fields: { id: key, text: text(), page: toOne() }, indexes: [['page']], texts: ['text'] },
  albums: { fields: { id: key, name: text(), songs: { type: 'o2m', required: true } } },
  songs: { fields: { id: key, name: text(), album: toOne() } },
  articles: {
    fields: {
      id: key,
      status: {
        type: 'status',
        column: { type: 'VARCHAR(20)', nullable: true, default: 'sketch' },
        options: { status_mapping: STAGES },
      },
      title: filled('string', 'VARCHAR(20)'),
      code: { ...text(), validation: '/^[A-Z]+$/' },
      pages: field('integer', 'INT(10)'),
    },
  },
};

const relation = (id: number, many: string, one: string, back: string | null, junction?: string): RelationRow => {
  const [collection_many = '', field_many = ''] = many.split('.');
  return { id, collection_many, field_many, collection_one: one, field_one: back, junction_field: junction ?? null };
};

const RELATIONS: readonly RelationRow[] = [
  relation(1, 'books.writer', 'writers', 'books'),
  relation(2, 'writers.nation', 'nations', 'writers'),
  relation(3, 'lines.book', 'books', 'lines'),
  relation(4, 'books_tags.book', 'books', 'tags', 'tag'),
  relation(5, 'books_tags.tag', 'tags', 'books', 'book'),
  relation(6, 'translations.book', 'books', 'translations'),
  relation(7, 'replies.post', 'posts', 'replies'),
  relation(8, 'songs.album', 'albums', 'songs'),
  relation(9, 'posts.origin', 'nations', null),
  relation(10, 'remarks.page', 'pages', 'remarks'),
];

function toTable(name: string, { fields, indexes = [], texts = [], collations = {} }: CollectionSource): Table {
  const columns = Object.entries(fields).flatMap(([field, { column }]) => (column ? [[field, column] as const] : []));
  const table = tableFrom({ name, columns: Object.fromEntries(columns), uniqueTogether: [], indexes });
  const collated = table.columns.map((column) => {
    const collation = collations[column.name];
    return collation === undefined ? column : { ...column, collation };
  });
  const searched = table.columns.filter((column) => texts.includes(column.name));
  return searched.reduce(withTextIndex, { ...table, columns: collated });
}

const rowOf = (collection: string, name: string, more: object): FieldRow =>
  ({ ...FIELD_DEFAULTS, id: 0, collection, field: name, ...more }) as unknown as FieldRow;

const FIELDS: readonly FieldRow[] = [
  ...Object.entries(COLLECTIONS).flatMap(([collection, { fields }]) =>
    Object.entries(fields).map(([name, { column: _column, ...row }]) => rowOf(collection, name, row)),
  ),
  ...systemTables.flatMap(({ name, fields }) => fields.map((row) => rowOf(name, row.field, row))),
];

/** The schema that golden tables are about. */
export const library: Schema = buildSchema(
  {
    tables: [...Object.entries(COLLECTIONS).map(([name, source]) => toTable(name, source)), ...systemTables],
    collections: [],
    fields: FIELDS,
    relations: RELATIONS,
  },
  1,
);

/** A collection of the schema; error 200 if there is none. */
export const libraryCollection = (name: string): Collection => collectionOf(library, name);
