import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Random, randomOf, SEED, thoroughly } from '../support/battery.ts';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';
import { FileChanges } from './file-changes.ts';
import { FileJudge } from './file-judge.ts';
import { FileLedger, type FileRow } from './file-ledger.ts';
import { ended, sessionsWith } from './left-sessions.ts';
import { ProjectServer } from './project-server.ts';

const KILLS = thoroughly(7);
/** After this many kills, every kind of change has been interrupted. */
const MANY = 30;
const EVERY_CHANGE = expect.arrayContaining(['upload', 'replace', 'rename', 'delete', 'thumbnail']);
/** The kinds of changes that were in progress when a server was killed. */
const met = new Set<string>();
/** A kill comes after at most this many answers, and after a short delay. */
const ANSWERS = 20;
const LATER_MS = 100;
const PER_KILL_MS = 30_000;
const WORKERS = 5;
const LOOKERS = 2;

const engines = (['sqlite', 'mysql', 'postgres'] as const).filter((engine) => inject('engines')[engine]);
const kinds = engines.flatMap((engine) => (['local', 's3'] as const).map((kind) => [engine, kind] as const));

describe.each(kinds)(`files on %s in a storage of the kind %s, killed at any moment, seed ${SEED}`, (engine, kind) => {
  const folder = temporaryFolder();
  const server = new ProjectServer(folder.path);
  const given = inject('engines')[engine] ?? {};
  const name = `files${kind}${process.pid}`;
  let bucket: BucketServer;

  beforeAll(async () => {
    bucket = await startBucketServer();
    await server.start();
    await server.createProject({ ...given, db_name: name, ...(kind === 's3' && { storage: bucket.section }) });
    server.load();
  });
  afterAll(async () => {
    await server.end();
    await bucket?.stop();
    folder.remove();
  });

  it(
    'have the bytes that match their rows',
    async () => {
      const ledger = new FileLedger();
      const judge = new FileJudge(folder.path, ledger);
      const random = randomOf(SEED);
      const changes = await FileChanges.make(server, ledger, random);
      const wrong: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        await changeAndKill(server, changes, random);
        const left = await sessionsWith(engine, given, name);
        await server.start();
        await rowsOf(server);
        // From here on, pending statements of the dead server no longer change anything.
        await ended(engine, given, name, left);
        const rows = await rowsOf(server);
        server.load();
        wrong.push(...(await judge.faults(rows)).map((fault) => `kill ${kill}: ${fault}`));
        ledger.settle(rows);
      }
      const { statuses, cutOff } = changes;
      console.info(
        `${engine}, ${kind}: ${KILLS} kills, ${changes.acknowledged} changes acknowledged, cut off ${JSON.stringify([...cutOff])}, ` +
          `answered ${JSON.stringify([...statuses])}, ${wrong.length} faults, ${changes.wrong.length} wrong answers`,
      );
      expect(wrong).toEqual([]);
      expect(changes.wrong).toEqual([]);
      if (KILLS >= MANY) expect([...cutOff.keys()]).toEqual(EVERY_CHANGE);
      for (const change of cutOff.keys()) met.add(change);
      expect(await checked(folder.path)).toEqual({ code: 0, stderr: '' });
    },
    60_000 + KILLS * PER_KILL_MS,
  );
});

it.runIf(KILLS * kinds.length >= MANY)('kills hit every change of files while it is in progress', () => {
  expect([...met]).toEqual(EVERY_CHANGE);
});

async function changeAndKill(server: ProjectServer, changes: FileChanges, random: Random): Promise<void> {
  const killed = changes.answered(random(ANSWERS)).then(() => endAfter(server, random(LATER_MS)));
  await Promise.all([
    ...Array.from({ length: WORKERS }, (_, worker) => changes.changeUntilTheEnd((id) => id % WORKERS === worker)),
    ...Array.from({ length: LOOKERS }, () => changes.lookUntilTheEnd()),
  ]);
  await killed;
}

async function endAfter(server: ProjectServer, delay: number): Promise<void> {
  await new Promise((done) => setTimeout(done, delay));
  await server.kill();
}

async function rowsOf(server: ProjectServer): Promise<FileRow[]> {
  const { data } = await server.call('GET', '/files?limit=-1&fields=id,filename_disk,private_hash,checksum');
  return data as FileRow[];
}

/** The result of the administrators' command. */
async function checked(data: string) {
  const command = new ServerProcess(['storage', 'check', '--data', data, '--contents', '--grace', '0']);
  const { code, stderr } = await command.ended();
  return { code, stderr };
}
