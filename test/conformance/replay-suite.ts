import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import type { EngineAddresses, NewerAddresses } from '../support/engines.ts';
import { type Running, startServer } from '../support/running.ts';
import { Descriptions } from './descriptions.ts';
// biome-ignore lint/correctness/useImportExtensions: the program is JavaScript, its types stand beside it
import { compare, load, run } from './replay.mjs';

const folder = join(import.meta.dirname, 'scenarios');
const TIMEOUT_MS = 60_000;
const OF_FILES = /^(files|assets|folders)-|^relations-files$|^users-avatar$|^settings-folders$/;

type EngineName = keyof (EngineAddresses & NewerAddresses);

/** Recordings that do not pass completely yet, by engine; this list must only shrink. */
function pendingFor(engine: EngineName): ReadonlySet<string> {
  const pending = JSON.parse(readFileSync(join(import.meta.dirname, 'pending.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  return new Set([...(pending.all ?? []), ...(pending[engine] ?? [])]);
}

/** Steps that are answered differently on purpose, by recording. */
const departures = JSON.parse(readFileSync(join(import.meta.dirname, 'departures.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

/** Recordings of one engine's datatypes are replayed only on that engine. */
function scenariosFor(engine: EngineName): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('_'));
  return names
    .map((name) => name.slice(0, -'.json'.length))
    .filter((name) => engine === 'mysql' || !name.startsWith('mysql-'));
}

/** The engine on which answers are also compared with the OpenAPI document, which is the same for all engines. */
const DESCRIBED_ON = 'sqlite';

/** Replays every recording, or one in `share`, against a server whose projects are on one engine. */
export function replayOn(engine: EngineName, share = 1): void {
  const database = { ...inject('engines'), ...inject('newer') }[engine];
  const names = scenariosFor(engine).filter((_, index) => index % share === 0);
  describe.skipIf(!database)(`recordings on ${engine}`, () => {
    replayAll(names, pendingFor(engine), () => database ?? {}, engine === DESCRIBED_ON);
  });
}

/**
 * Engines whose recordings of files are also replayed with a bucket; `OCTAVO_BUCKET_ENGINES=mysql,postgres` names
 * others.
 */
const WITH_BUCKET = (process.env.OCTAVO_BUCKET_ENGINES ?? 'sqlite').split(',') as (keyof EngineAddresses)[];

/** Replays the recordings about files against servers whose projects keep their files in a bucket. */
export function replayInBucket(): void {
  for (const engine of WITH_BUCKET) {
    const database = inject('engines')[engine];
    describe.skipIf(!database)(`recordings of files in a bucket, on ${engine}`, () => {
      let bucket: BucketServer;
      beforeAll(async () => {
        bucket = await startBucketServer();
      });
      afterAll(() => bucket?.stop());
      const names = scenariosFor(engine).filter((name) => OF_FILES.test(name));
      replayAll(names, pendingFor(engine), () => ({ ...database, storage: bucket.section }));
    });
  }
}

/** Registers a test for each recording; `connection` is the database of the server's projects. */
function replayAll(
  names: readonly string[],
  pending: ReadonlySet<string>,
  connection: () => Readonly<Record<string, unknown>>,
  isDescribed = false,
): void {
  let server: Running;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());
  for (const name of names) {
    const title = pending.has(name) ? `${name} is still pending` : `${name} is answered as recorded`;
    it(
      title,
      async () => expectReplay(await replay(server, name, connection(), isDescribed), pending.has(name)),
      TIMEOUT_MS,
    );
  }
}

function expectReplay(problems: readonly string[], isPending: boolean): void {
  if (isPending) expect(problems, 'it passes whole: take it off pending.json').not.toEqual([]);
  else expect(problems).toEqual([]);
}

async function replay(
  server: Running,
  name: string,
  database: Readonly<Record<string, unknown>>,
  isDescribed: boolean,
): Promise<string[]> {
  const recorded = load(join(folder, `${name}.json`));
  const scenario = 'storage' in database ? keptInBucket(recorded) : recorded;
  const project = `c${process.hrtime.bigint().toString(36)}`;
  const problems: string[] = [];
  const descriptions = isDescribed ? new Descriptions(server) : null;
  await run(scenario, {
    base: server.base,
    project,
    database,
    async onStep(step, response, vars) {
      const undescribed = await descriptions?.problemsOf(step, response, vars);
      problems.push(...(undescribed ?? []).map((problem) => `${step.name}: ${problem}`));
      if (step.uncompared || step.setup || !step.response) return;
      const found = compare(scenario, step, response, vars);
      if (!departures[name]?.includes(step.name)) problems.push(...found.map((problem) => `${step.name}: ${problem}`));
      else if (found.length === 0) problems.push(`${step.name}: answered as recorded: take it off departures.json`);
    },
  });
  return problems;
}

/** A recording of a server with local files, as it would be with a bucket: only the name of the storage differs. */
function keptInBucket<T>(recorded: T): T {
  return JSON.parse(JSON.stringify(recorded), (key, value) => (key === 'storage' && value === 'local' ? 's3' : value));
}
