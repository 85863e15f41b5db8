import { beforeAll } from 'vitest';
import { AppClient } from '../../support/app-client.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_PASSWORD, type Payload, type TestProject } from '../../support/project.ts';
import type { Running } from '../../support/running.ts';

/** A project with the collections of {@link furnish}, and people who use the app. */
export interface Site {
  readonly server: Running;
  readonly project: TestProject;
  readonly admin: AppClient;
  readonly editor: AppClient;
  readonly visitor: AppClient;
}

export const EDITOR = { email: 'editor@example.com', password: 'Editor-Secret-1' };
export const ADMINISTRATOR = { email: 'admin@example.com', password: ADMIN_PASSWORD };

/** Tests of what clients see, on every available engine, in a project created with the given settings. */
export function onEverySite(
  title: string,
  tests: (site: () => Site) => void,
  settings: () => Promise<Payload> = async () => ({}),
): void {
  onEveryEngine(title, ({ server, project, prepare }) => {
    let site: Site | undefined;
    prepare(async () => ({ project: await settings() }));
    beforeAll(async () => {
      site = await openSite(server, project);
    });
    tests(() => {
      if (!site) throw new Error('the site is not open');
      return site;
    });
  });
}

async function openSite(server: Running, project: TestProject): Promise<Site> {
  const client = (): AppClient => new AppClient(server.base, project.key);
  const [admin, editor, visitor] = [client(), client(), client()];
  await admin.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await furnish(admin);
  await admin.write('POST', '/roles', { name: 'Editor' });
  await admin.write('POST', '/users', {
    first_name: 'Eve',
    last_name: 'Editor',
    ...EDITOR,
    role: '3',
    status: 'active',
  });
  await Promise.all(PERMISSIONS.map((rows) => admin.write('POST', '/permissions', rows)));
  await editor.signIn(EDITOR.email, EDITOR.password);
  return { server, project, admin, editor, visitor };
}

const PERMISSIONS = [
  [{ collection: 'authors', role: 3, read: 'full' }],
  [
    { collection: 'articles', role: 3, status: 'published', read: 'full', create: 'full' },
    {
      collection: 'articles',
      role: 3,
      status: 'draft',
      read: 'mine',
      update: 'mine',
      read_field_blacklist: ['secret'],
    },
    { collection: 'articles', role: 3, status: '$create', write_field_blacklist: [] },
  ],
];

/** A field as the app's form sends it: always complete. */
export function appField(field: string, more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    id: null,
    sort: null,
    field,
    type: 'string',
    datatype: 'VARCHAR',
    interface: 'text-input',
    default_value: null,
    options: {},
    readonly: false,
    required: false,
    unique: false,
    note: null,
    hidden_detail: false,
    hidden_browse: false,
    primary_key: false,
    validation: null,
    width: 'full',
    translation: {},
    length: '100',
    ...more,
  };
}

const STATUSES = {
  published: { name: 'Published', value: 'published', published: true, required_fields: true },
  draft: { name: 'Draft', value: 'draft', published: false, required_fields: false },
  deleted: { name: 'Deleted', value: 'deleted', published: false, required_fields: false, soft_delete: true },
};
const PLAIN = { length: null, signed: true };
const RELATION = { id: null, junction_field: null };

/** What the form for a new collection sends: the key, and the selected optional fields. */
export function newCollection(collection: string, ticked: readonly object[] = []): object {
  const key = {
    type: 'integer',
    datatype: 'INT',
    length: 15,
    field: 'id',
    interface: 'primary-key',
    auto_increment: true,
    primary_key: true,
    hidden_detail: true,
    hidden_browse: true,
  };
  return { collection, hidden: 0, fields: [key, ...ticked] };
}

/** The optional fields of a new collection. */
export const TICKED: readonly object[] = [
  {
    type: 'status',
    datatype: 'VARCHAR',
    length: 20,
    field: 'status',
    interface: 'status',
    default_value: 'draft',
    width: 'full',
    required: true,
    options: { status_mapping: STATUSES },
  },
  {
    type: 'sort',
    datatype: 'INT',
    field: 'sort',
    interface: 'sort',
    hidden_detail: true,
    hidden_browse: true,
    width: 'full',
  },
  {
    type: 'owner',
    datatype: 'INT',
    field: 'owner',
    interface: 'owner',
    options: { template: '{{first_name}}' },
    readonly: true,
  },
  {
    type: 'datetime_created',
    datatype: 'DATETIME',
    field: 'created_on',
    interface: 'datetime-created',
    readonly: true,
  },
  { type: 'user_updated', datatype: 'INT', field: 'modified_by', interface: 'user-updated', readonly: true },
  {
    type: 'datetime_updated',
    datatype: 'DATETIME',
    field: 'modified_on',
    interface: 'datetime-updated',
    readonly: true,
  },
];

const ARTICLE_FIELDS = [
  appField('title', {}),
  appField('secret', {}),
  appField('featured', { type: 'boolean', datatype: 'TINYINT', interface: 'switch', ...PLAIN }),
  appField('minutes', { type: 'integer', datatype: 'INT', interface: 'numeric', ...PLAIN }),
  appField('starts', { type: 'datetime', datatype: 'DATETIME', interface: 'datetime', length: null }),
  appField('extra', { type: 'json', datatype: 'TEXT', interface: 'code', length: null }),
  appField('keywords', { type: 'array', datatype: 'VARCHAR', interface: 'tags', length: '255' }),
  appField('cover', { type: 'file', datatype: 'INT', interface: 'file', ...PLAIN }),
  appField('author', { type: 'm2o', datatype: 'INT', interface: 'many-to-one', ...PLAIN }),
];

/** Makes collections with the requests of the app's setting pages. */
async function furnish(admin: AppClient): Promise<void> {
  await admin.write('POST', '/collections', newCollection('authors'));
  await admin.write('POST', '/fields/authors', appField('name', {}));
  await admin.write('POST', '/collections', newCollection('tags'));
  await admin.write('POST', '/fields/tags', appField('name', {}));
  await admin.write('POST', '/collections', newCollection('articles', TICKED));
  for (const field of ARTICLE_FIELDS) await admin.write('POST', '/fields/articles', field);
  const link = { collection_many: 'articles', field_many: 'author', collection_one: 'authors' };
  const { id } = await admin.write('POST', '/relations', { ...RELATION, ...link });
  const list = appField('articles', { type: 'o2m', datatype: null, interface: 'one-to-many', length: null });
  await admin.write('POST', '/fields/authors', list);
  await admin.write('PATCH', `/relations/${id}`, { ...RELATION, id, ...link, field_one: 'articles' });
  await linkTags(admin);
}

/** A many-to-many field; the app creates its junction along with it, and sends the requests concurrently. */
async function linkTags(admin: AppClient): Promise<void> {
  const key = (field: string): object => ({ field, type: 'integer', datatype: 'INT', interface: null, length: 10 });
  const junction = { ...newCollection('articles_tags', [key('article'), key('tag')]), hidden: true, note: 'Junction' };
  const field = appField('tags', { type: 'o2m', datatype: null, interface: 'many-to-many', length: null });
  const ends = [
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
      field_one: null,
      junction_field: 'article',
    },
  ];
  const made = admin.write('POST', '/collections', junction);
  await admin.write('POST', '/fields/articles', field);
  await Promise.all(ends.map((end) => admin.write('POST', '/relations', { id: null, ...end })));
  await made;
}
