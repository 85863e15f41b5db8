import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SEED, thoroughly } from '../support/battery.ts';
import { type ModelQuery, type ModelRow, type ModelSchema, type ModelWorld, visibleTo } from '../support/model.ts';
import { permissionsOf, queriesOf, rowsOf, rulesOf, schemas } from '../support/model-arbitraries.ts';
import { furnished, pathOf, plant, READER, READER_TOKEN } from '../support/model-project.ts';
import type { Payload, TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';

/** How many sets of permissions are tried on each engine. */
const POLICIES = thoroughly(8);
const SCHEMAS = Math.max(1, Math.ceil(POLICIES / 100));
const QUERIES = 12;
const TIMEOUT_MS = 120_000 + POLICIES * 1_000;

interface Case {
  readonly world: ModelWorld;
  readonly others: ModelWorld['rows'];
  readonly queries: readonly ModelQuery[];
}

describe(`what a role may not see makes no difference, seed ${SEED}`, () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer({ responseCache: 0 });
  });
  afterAll(() => server?.stop());
  for (const [engine, address] of Object.entries(inject('engines')))
    for (const [index, schema] of fc.sample(schemas, { seed: SEED, numRuns: SCHEMAS }).entries())
      it(`on ${engine}, schema ${index}`, () => agree(server, address, schema), TIMEOUT_MS);
});

async function agree(server: Running, address: Payload, schema: ModelSchema): Promise<void> {
  const twins = await Promise.all([furnished(server, schema, address), furnished(server, schema, address)]);
  const cases = casesOf(schema);
  let different = 0;
  try {
    await fc.assert(
      fc.asyncProperty(cases, async ({ world, others, queries }) => {
        const twin = { ...world, rows: twinRows(world, others) };
        different += Number(JSON.stringify(twin) !== JSON.stringify(world));
        await Promise.all([plant(twins[0], world), plant(twins[1], twin)]);
        for (const query of queries) await compare(twins, query);
      }),
      { seed: SEED, numRuns: Math.ceil(POLICIES / SCHEMAS), endOnFailure: true },
    );
    expect(different, 'twins that differ').toBeGreaterThan(0);
  } finally {
    for (const project of twins) await project.remove();
  }
}

function casesOf(schema: ModelSchema): fc.Arbitrary<Case> {
  const world = fc.record({
    schema: fc.constant(schema),
    users: fc.constant([1, 2, 3]),
    rows: rowsOf(schema),
    permissions: permissionsOf(schema),
    rules: rulesOf(schema),
  });
  const queries = fc.array(queriesOf(schema), { minLength: QUERIES, maxLength: QUERIES });
  return fc.record({ world, others: rowsOf(schema), queries });
}

/** Takes over as many of the other rows and values as the reader cannot tell from those of the world. */
function twinRows(world: ModelWorld, others: ModelWorld['rows']): ModelWorld['rows'] {
  const visible = JSON.stringify(visibleTo(world, READER));
  let rows = world.rows;
  for (const change of changesOf(world, others)) {
    const tried = change(rows);
    if (JSON.stringify(visibleTo({ ...world, rows: tried }, READER)) === visible) rows = tried;
  }
  return rows;
}

type Change = (rows: ModelWorld['rows']) => ModelWorld['rows'];

/** The replacements of single values, then those of whole rows. */
function changesOf({ schema, rows }: ModelWorld, others: ModelWorld['rows']): Change[] {
  return schema.collections.flatMap(({ name, columns }) => {
    const keys = new Set([...(rows[name] ?? []), ...(others[name] ?? [])].map(({ id }) => id));
    return [...keys].flatMap((key) => {
      const other = others[name]?.find(({ id }) => id === key);
      const whole: Change = (now) => ({ ...now, [name]: replaced(now[name] ?? [], key, other) });
      const values = columns.map(
        ({ name: column }): Change =>
          (now) => {
            const row = now[name]?.find(({ id }) => id === key);
            const value = other?.[column] ?? null;
            return row && other ? { ...now, [name]: replaced(now[name] ?? [], key, { ...row, [column]: value }) } : now;
          },
      );
      return [...values, whole];
    });
  });
}

function replaced(rows: readonly ModelRow[], key: unknown, row: ModelRow | undefined): ModelRow[] {
  const rest = rows.filter(({ id }) => id !== key);
  return [...rest, ...(row ? [row] : [])].sort((a, b) => Number(a.id) - Number(b.id));
}

async function compare(twins: readonly [TestProject, TestProject], query: ModelQuery): Promise<void> {
  const path = pathOf(query);
  const [one, other] = await Promise.all(twins.map((project) => shown(project, path)));
  // A busy database may abort any statement.
  if (one?.startsWith('503') || other?.startsWith('503')) return;
  expect(other, decodeURIComponent(path)).toBe(one);
}

async function shown(project: TestProject, path: string): Promise<string> {
  const { status, text } = await project.get(path, READER_TOKEN);
  expect([200, 401, 403, 404, 422, 503], text).toContain(status);
  return `${status} ${text.replaceAll(project.key, 'project')}`;
}
