import { beforeAll, describe, expect, it } from 'vitest';
import { itemRoutes } from '../../../src/http/routes/items.ts';
import type { Described } from '../../../src/openapi/described.ts';
import { documentText } from '../../../src/openapi/document.ts';
import { apiModel } from '../../../src/openapi/model.ts';
import { type Templates, templatesOf } from '../../../src/openapi/routes/templates.ts';
import { compilePolicy } from '../../../src/permissions/policy.ts';
import { buildSchema } from '../../../src/schema/registry.ts';
import { FIELD_DEFAULTS } from '../../../src/schema/system/system-table.ts';
import { inTurns } from '../../../src/shared/in-turns.ts';
import { loadBuild } from '../../../src/wire/shape.ts';
import { tableOf } from '../../golden/table-line.ts';

type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: Json }>> };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

let templates: Templates;
beforeAll(async () => {
  templates = await inTurns(templatesOf(await loadBuild(), itemRoutes));
});

function documentOf(
  tables: Readonly<Record<string, string>>,
  fields: readonly Json[] = [],
  more: Partial<Described> = {},
): Document {
  const rows = fields.map((row, index) => ({ ...FIELD_DEFAULTS, id: index + 1, ...row }));
  const made = Object.entries(tables).map(([name, text]) => tableOf(name, text));
  const schema = buildSchema({ tables: made, collections: [], fields: rows as never, relations: [] }, 1);
  const text = documentText({
    title: 'Test',
    version: '1',
    url: '/test',
    cookie: 'test-session',
    templates,
    model: apiModel(schema, compilePolicy(1, [])),
    reader: { isAdmin: true, isPublic: false },
    system: false,
    ...more,
  });
  return JSON.parse([...text].join('')) as Document;
}

/** Texts that are not valid names, or that are already in use. */
const HOSTILE = [
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  'a b',
  'a_b',
  '"quoted"',
  "it's",
  '{id}',
  ':id',
  'a*b',
  '%COLLECTION%',
  '$&',
  '~1',
  'octavo',
  'a.create',
  'бочка',
  '木',
  '水',
  '</script>',
];

describe('names from outside', () => {
  const tables = Object.fromEntries(HOSTILE.map((name) => [name, 'id INT key auto | title VARCHAR(20) null']));

  it('each have paths, operations and schemas of their own', () => {
    const { paths, components, tags } = documentOf(tables);
    const ids = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of HOSTILE) expect(Object.keys(paths)).toContain(`/items/${encodeURIComponent(name)}/{id}`);
    expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining(HOSTILE.map((name) => `items/${name}`)));
    const schemas = Object.keys(components.schemas);
    expect(schemas.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
    expect(schemas.filter((name) => name.endsWith('.update'))).toHaveLength(HOSTILE.length);
  });

  it('may be the names of fields', () => {
    const fields = HOSTILE.map((field) => ({ collection: 'odd', field, type: 'o2m' }));
    const columns = '__proto__ INT null | constructor INT null | a*b VARCHAR(9) null';
    const { properties } = documentOf({ odd: `id INT key auto | ${columns}` }, fields).components.schemas.odd ?? {};
    expect(Object.keys(properties ?? {}).sort()).toEqual(['__proto__', 'a*b', 'constructor', 'id']);
  });

  it('and notes of any text stay texts', () => {
    const note = '"},"x":{"$ref":"octavo:read/notes"} %PART% \u2028 </script>';
    const fields = [{ collection: 'notes', field: 'title', type: 'string', note }];
    const { components } = documentOf({ notes: 'id INT key auto | title VARCHAR(20) null' }, fields);
    expect(components.schemas.notes?.properties.title).toMatchObject({ description: note });
  });
});

describe('a collection without a primary key', () => {
  it('has a list, and no items', () => {
    const { paths } = documentOf({ log: 'line TEXT' });
    expect(Object.keys(paths).filter((path) => path.startsWith('/items'))).toEqual(['/items/log']);
  });
});
