import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as fields from '../support/fields.ts';
import {
  answerOf,
  type ModelCaller,
  type ModelKind,
  type ModelQuery,
  type ModelSchema,
  type ModelWorld,
} from '../support/model.ts';
import { permissionsOf, queriesOf, rowsOf, schemas } from '../support/model-arbitraries.ts';
import { keyName, type ModelGrouping } from '../support/model-groups.ts';
import { ADMIN_TOKEN, createTestProject, type Payload, type TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';

/** A case is one query, answered by every engine and by the model. */
const CASES = Number(process.env.OCTAVO_CASES ?? (process.env.CI_REQUIRE_ALL ? 6_000 : 200));
const SEED = Number(process.env.OCTAVO_SEED ?? Date.now() % 1_000_000_000);
const SCHEMAS = Math.max(4, Math.ceil(CASES / 500));
/** Queries of one data set: planting it costs more than asking. */
const QUERIES = CASES > 1_000 ? 50 : 10;
const TIMEOUT_MS = 60_000 + CASES * 200;
const READER_TOKEN = 'the-token-of-the-reader';
const ADMIN: ModelCaller = { admin: true, user: 1, colleagues: [1] };
const READER: ModelCaller = { admin: false, user: 2, colleagues: [2, 3] };

describe(`queries agree with the model, seed ${SEED}`, () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());
  for (const [index, schema] of fc.sample(schemas, { seed: SEED, numRuns: SCHEMAS }).entries()) {
    it(`on schema ${index}`, () => agree(server, schema), TIMEOUT_MS);
  }
});

async function agree(server: Running, schema: ModelSchema): Promise<void> {
  const projects = await Promise.all(
    Object.values(inject('engines')).map((address) => furnished(server, schema, address)),
  );
  const world = fc.record({
    schema: fc.constant(schema),
    users: fc.constant([1, 2, 3]),
    rows: rowsOf(schema),
    permissions: permissionsOf(schema),
  });
  const queries = fc.array(fc.tuple(queriesOf(schema), fc.boolean()), { minLength: QUERIES, maxLength: QUERIES });
  try {
    await fc.assert(
      fc.asyncProperty(world, queries, async (given, asked) => {
        await Promise.all(projects.map((project) => plant(project, given)));
        for (const [query, admin] of asked) await compare(projects, given, query, admin);
      }),
      { seed: SEED, numRuns: Math.max(1, Math.ceil(CASES / SCHEMAS / QUERIES)), endOnFailure: true },
    );
  } finally {
    for (const project of projects) await project.remove();
  }
}

async function compare(
  projects: readonly TestProject[],
  world: ModelWorld,
  query: ModelQuery,
  admin: boolean,
): Promise<void> {
  const path = pathOf(query);
  const answers = await Promise.all(projects.map((project) => project.get(path, admin ? ADMIN_TOKEN : READER_TOKEN)));
  const expected = answerOf(world, admin ? ADMIN : READER, query);
  for (const { status, text } of answers) {
    const { data, meta } = JSON.parse(text) as { data?: unknown; meta?: unknown };
    const shown = status === 200 ? { status, data, ...(meta !== undefined && { meta }) } : { status };
    expect(shown, `${admin ? 'administrator' : 'reader'} ${decodeURIComponent(path)} ${text}`).toEqual(expected);
  }
  const [first, ...others] = answers.map(({ text }) => text);
  for (const text of others) expect(text).toBe(first);
}

function pathOf({
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

async function furnished(server: Running, schema: ModelSchema, address: Payload): Promise<TestProject> {
  const project = await createTestProject(server, address);
  for (const { name, columns } of schema.collections) {
    const keys = schema.relations.filter(({ many }) => many === name).map(({ field }) => field);
    const lists = schema.relations.filter(({ one }) => one === name).map(({ list }) => list);
    const own = columns.map((column) => {
      if (column.name === 'id') return fields.id;
      return keys.includes(column.name) ? fields.toOne(column.name) : FIELDS[column.kind](column.name);
    });
    await project.write('POST', '/collections', { collection: name, fields: [...own, ...lists.map(fields.toMany)] });
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

/** Straight into the tables: what is tested is how they are read. */
async function plant(project: TestProject, { schema, rows, permissions }: ModelWorld): Promise<void> {
  const opened = await project.opened();
  await opened.database.transaction(async (connection) => {
    for (const { name, columns } of schema.collections) {
      await connection.run({ text: `DELETE FROM ${name}`, parameters: [] });
      const names = columns.map((column) => column.name);
      const text = opened.dialect.printer.insert({ table: name, columns: names }, null);
      for (const row of rows[name] ?? [])
        await connection.run({ text, parameters: names.map((column) => row[column] ?? null) });
    }
    await connection.run({ text: 'DELETE FROM directus_permissions', parameters: [] });
  });
  await project.write(
    'POST',
    '/permissions',
    [...permissions, { collection: 'nothing', status: null }].map((row) => ({ ...row, role: 3 })),
  );
}
