import { type FieldPayload, id, longText, text, toMany, toOne } from './field.ts';

/** A collection in the form that `POST /:project/collections` accepts. */
interface CollectionPayload extends Readonly<Record<string, unknown>> {
  readonly collection: string;
  readonly fields: readonly FieldPayload[];
}

const status: FieldPayload = {
  field: 'status',
  type: 'status',
  datatype: 'VARCHAR',
  length: 20,
  interface: 'status',
  default_value: 'draft',
  options: {
    status_mapping: {
      published: { name: 'Published', published: true, soft_delete: false },
      draft: { name: 'Draft', published: false, soft_delete: false },
      deleted: { name: 'Deleted', published: false, soft_delete: true },
    },
  },
};

const stamps: readonly FieldPayload[] = [
  { field: 'owner', type: 'owner', datatype: 'INT', length: 10, signed: false, interface: 'owner', readonly: true },
  {
    field: 'created_on',
    type: 'datetime_created',
    datatype: 'DATETIME',
    interface: 'datetime-created',
    readonly: true,
  },
  {
    field: 'modified_on',
    type: 'datetime_updated',
    datatype: 'DATETIME',
    interface: 'datetime-updated',
    readonly: true,
  },
];

/** The tables of the magazine. */
export const collections: readonly CollectionPayload[] = [
  {
    collection: 'authors',
    note: 'The people who write for us',
    icon: 'face',
    fields: [
      id,
      text('name', 80, { required: true }),
      text('email', 120, { unique: true }),
      text('city', 60),
      longText('bio'),
      toMany('articles'),
    ],
  },
  {
    collection: 'tags',
    note: 'What an article is about',
    icon: 'label',
    fields: [
      id,
      text('name', 40, { required: true, unique: true }),
      text('color', 7),
      toMany('articles', 'many-to-many'),
    ],
  },
  {
    collection: 'articles',
    note: 'Drafts, what we have published, and what we took back',
    icon: 'article',
    fields: [
      id,
      status,
      text('title', 120, { required: true }),
      { ...text('slug', 140), type: 'slug', interface: 'slug', options: { mirroredField: 'title' }, width: 'half' },
      { ...toOne('author'), width: 'half' },
      { field: 'picture', type: 'file', datatype: 'INT', length: 10, signed: false, interface: 'file' },
      text('summary', 255),
      { ...longText('body'), interface: 'markdown' },
      {
        field: 'minutes',
        type: 'integer',
        datatype: 'INT',
        length: 10,
        interface: 'numeric',
        note: 'Reading time',
        width: 'half',
      },
      { field: 'published_on', type: 'datetime', datatype: 'DATETIME', interface: 'datetime', width: 'half' },
      { field: 'featured', type: 'boolean', datatype: 'TINYINT', length: 1, interface: 'switch', default_value: 0 },
      ...stamps,
      toMany('tags', 'many-to-many'),
      toMany('comments'),
      { field: 'translations', type: 'translation', interface: 'translation' },
    ],
  },
  {
    collection: 'articles_tags',
    note: 'Ties articles to tags',
    hidden: true,
    fields: [id, toOne('article'), toOne('tag')],
  },
  {
    collection: 'comments',
    note: 'What readers say',
    icon: 'chat',
    fields: [
      id,
      toOne('article'),
      text('name', 60, { required: true }),
      longText('text'),
      { field: 'created_on', type: 'datetime_created', datatype: 'DATETIME', interface: 'datetime-created' },
    ],
  },
  {
    collection: 'articles_translations',
    note: 'Articles in other languages',
    hidden: true,
    fields: [
      id,
      toOne('article'),
      { field: 'language', type: 'lang', datatype: 'VARCHAR', length: 10, interface: 'language' },
      text('title', 120),
      text('summary', 255),
    ],
  },
];

/** The relations, in the form that `POST /:project/relations` accepts. */
export const relations: readonly Readonly<Record<string, unknown>>[] = [
  { collection_many: 'articles', field_many: 'author', collection_one: 'authors', field_one: 'articles' },
  { collection_many: 'comments', field_many: 'article', collection_one: 'articles', field_one: 'comments' },
  {
    collection_many: 'articles_tags',
    field_many: 'article',
    collection_one: 'articles',
    field_one: 'tags',
    junction_field: 'tag',
  },
  {
    collection_many: 'articles_tags',
    field_many: 'tag',
    collection_one: 'tags',
    field_one: 'articles',
    junction_field: 'article',
  },
  {
    collection_many: 'articles_translations',
    field_many: 'article',
    collection_one: 'articles',
    field_one: 'translations',
  },
];
