import { itemRules } from '../../src/schema/internal/rules.ts';
import * as fields from './fields.ts';
import type { ModelCaller, ModelCondition, ModelKind, ModelQuery, ModelSchema, ModelWorld } from './model.ts';
import { keyName, type ModelGrouping } from './model-groups.ts';
import { createTestProject, type Payload, type TestProject } from './project.ts';
import type { Running } from './running.ts';

/** The reader, and the reader's static token. */
export const READER: ModelCaller = { admin: false, user: 2, colleagues: [2, 3] };
export const READER_TOKEN = 'the-token-of-the-reader';

/** The URL path of a query. */
export function pathOf({
  collection,
  fields: asked,
  conditions,
  search,
  sort,
  limit,
  offset,
  page,
  statuses,
  meta,
  grouping,
}: ModelQuery): string {
  const parameters = [
    ...(asked ? [['fields', asked.join(',')]] : []),
    ...conditions.flatMap(({ path, tests, or }) => [
      ...tests.map(({ operator, values }) => [`filter[${path.join('.')}][${operator}]`, values.join(',')]),
      ...(or ? [[`filter[${path.join('.')}][logical]`, 'or']] : []),
    ]),
    ...(search === null ? [] : [['q', search]]),
    ...(grouping ? parametersOf(grouping) : sort.length > 0 ? [['sort', sort.join(',')]] : []),
    ...Object.entries({ limit, offset, page }).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
    ...(statuses ? [['status', statuses.join(',')]] : []),
    ...(meta ? [['meta', grouping ? '*' : 'collection,type,result_count,total_count,status_count,filter_count']] : []),
  ];
  return `/items/${collection}?${parameters.map((pair) => pair.map((part) => encodeURIComponent(part ?? '')).join('=')).join('&')}`;
}

function parametersOf({ keys, aggregates, zone, sort }: ModelGrouping): string[][] {
  return [
    ...keys.map((key) => ['groupBy[]', keyName(key)]),
    ...aggregates.map((each) => [`aggregate[${each.function}][]`, each.field]),
    ['tz', zone],
    ...(sort.length > 0 ? [['sort', sort.join(',')]] : []),
  ];
}

const FIELDS: Readonly<Record<ModelKind, (name: string) => Payload>> = {
  integer: (field) => ({ ...fields.integer(field), signed: true }),
  text: (field) => fields.text(field),
  decimal: (field) => ({ field, type: 'decimal', datatype: 'DECIMAL', length: '10,2' }),
  boolean: (field) => ({ field, type: 'boolean', datatype: 'TINYINT', length: 1 }),
  date: (field) => ({ field, type: 'date', datatype: 'DATE' }),
  datetime: (field) => ({ field, type: 'datetime', datatype: 'DATETIME' }),
  status: () => fields.status,
  owner: () => fields.owner,
};

/** Some collections have text indexes on all their texts: results must be the same with and without them. */
const hasTextIndex = (collection: string, { type }: Payload): boolean =>
  (type === 'string' || type === 'status') && collection !== 'bees';

/** Creates a project with the collections of a schema, and a reader with the role that permissions are about. */
export async function furnished(server: Running, schema: ModelSchema, address: Payload): Promise<TestProject> {
  // Correctness must not depend on how busy the machine is.
  const project = await createTestProject(server, { ...address, db_statement_timeout: 60 });
  for (const { name, columns } of schema.collections) {
    const keys = schema.relations.filter(({ many }) => many === name).map(({ field }) => field);
    const lists = schema.relations.filter(({ one }) => one === name).map(({ list }) => list);
    const own = columns.map((column) => {
      if (column.name === 'id') return fields.id;
      return keys.includes(column.name) ? fields.toOne(column.name) : FIELDS[column.kind](column.name);
    });
    const indexed = own.map((field) => (hasTextIndex(name, field) ? { ...field, text_index: true } : field));
    const indexable = address.db_type === 'mysql' ? own : indexed;
    await project.write('POST', '/collections', {
      collection: name,
      fields: [...indexable, ...lists.map(fields.toMany)],
    });
  }
  for (const { many, field, one, list } of schema.relations)
    await project.write('POST', '/relations', {
      collection_many: many,
      field_many: field,
      collection_one: one,
      field_one: list,
    });
  await project.write('POST', '/roles', { name: 'Reader' });
  for (const [name, token] of [
    ['reader', READER_TOKEN],
    ['colleague', null],
  ] as const) {
    const user = { first_name: name, last_name: name, email: `${name}@example.com`, password: 'password' };
    await project.write('POST', '/users', { ...user, status: 'active', role: 3, token });
  }
  return project;
}

/** Inserts straight into the tables, since the tests are about reading. */
export async function plant(project: TestProject, { schema, rows, permissions, rules }: ModelWorld): Promise<void> {
  const opened = await project.opened();
  await opened.internalTable(itemRules);
  await opened.database.transaction(async (connection) => {
    for (const { name, columns } of schema.collections) {
      await connection.run({ text: `DELETE FROM ${name}`, parameters: [] });
      const names = columns.map((column) => column.name);
      const text = opened.dialect.printer.insert({ table: name, columns: names }, null);
      for (const row of rows[name] ?? [])
        await connection.run({ text, parameters: names.map((column) => row[column] ?? null) });
    }
    await connection.run({ text: 'DELETE FROM directus_permissions', parameters: [] });
    await connection.run({ text: 'DELETE FROM octavo_rules', parameters: [] });
    const text = opened.dialect.printer.insert({ table: itemRules.name, columns: RULE_COLUMNS }, null);
    for (const { collection, status, conditions } of rules)
      await connection.run({ text, parameters: [3, collection, status, 'read', JSON.stringify(filterOf(conditions))] });
  });
  await project.write(
    'POST',
    '/permissions',
    [...permissions, { collection: 'nothing', status: null }].map((row) => ({ ...row, role: 3 })),
  );
}

const RULE_COLUMNS = ['role', 'collection', 'status', 'action', 'filter'];

/** Conditions in the form of a rule. */
function filterOf(conditions: readonly ModelCondition[]): Payload {
  const entries = conditions.map(({ path, tests, or }) => [
    path.join('.'),
    {
      ...Object.fromEntries(tests.map(({ operator, values }) => [operator, values.join(',')])),
      ...(or && { logical: 'or' }),
    },
  ]);
  return Object.fromEntries(entries);
}
