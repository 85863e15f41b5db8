import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SEED, thoroughly } from '../support/battery.ts';
import { answerOf, type ModelCaller, type ModelQuery, type ModelSchema, type ModelWorld } from '../support/model.ts';
import { permissionsOf, queriesOf, rowsOf, rulesOf, schemas } from '../support/model-arbitraries.ts';
import { furnished, pathOf, plant, READER, READER_TOKEN } from '../support/model-project.ts';
import { ADMIN_TOKEN, type TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';

/** A case is one query, answered by every engine and by the model. */
const CASES = thoroughly(process.env.CI_REQUIRE_ALL ? 2_500 : 200);
const SCHEMAS = Math.max(4, Math.ceil(CASES / 500));
/** Queries per data set: inserting it costs more than querying it. */
const QUERIES = CASES > 1_000 ? 50 : 10;
const TIMEOUT_MS = 60_000 + CASES * 200;
const ADMIN: ModelCaller = { admin: true, user: 1, colleagues: [1] };

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
    rules: rulesOf(schema),
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
