import { randomInt } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openRegistry } from '../../src/projects/open-registry.ts';
import { checkStorage } from '../../src/services/files/check.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';
import { FileChanges } from './file-changes.ts';
import { FileLedger, type FileRow } from './file-ledger.ts';
import { ended, sessionsWith } from './left-sessions.ts';
import { PROJECT, ProjectServer } from './project-server.ts';

const KILLS = Number(process.env.OCTAVO_KILLS ?? 1);
/** So many kills meet every change while it is under way. */
const MANY = 30;
/** A kill comes after at most so many answers, and so much later. */
const ANSWERS = 40;
const LATER_MS = 100;
const PER_KILL_MS = 30_000;
const WORKERS = 5;
const LOOKERS = 2;

const engines = (['sqlite', 'mysql', 'postgres'] as const).filter((engine) => inject('engines')[engine]);
const kinds = engines.flatMap((engine) => (['local', 's3'] as const).map((kind) => [engine, kind] as const));

describe.each(kinds)('files on %s in a storage of the kind %s, killed at any moment', (engine, kind) => {
  const folder = temporaryFolder();
  const server = new ProjectServer(folder.path);
  const given = inject('engines')[engine] ?? {};
  const name = `files${kind}${process.pid}`;
  let bucket: BucketServer;

  beforeAll(async () => {
    bucket = await startBucketServer();
    await server.start();
    await server.createProject({ ...given, db_name: name, ...(kind === 's3' && { storage: bucket.section }) });
  });
  afterAll(async () => {
    await server.kill();
    await bucket?.stop();
    folder.remove();
  });

  it(
    'have the content that their rows tell of',
    async () => {
      const ledger = new FileLedger();
      const changes = await FileChanges.make(server, ledger);
      const wrong: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        await changeAndKill(server, changes);
        const left = await sessionsWith(engine, given, name);
        await server.start();
        await rowsOf(server);
        // What is read from here on is not changed any more by what the dead one had sent.
        await ended(engine, given, name, left);
        const rows = await rowsOf(server);
        wrong.push(...(await judged(folder.path, ledger, rows)).map((fault) => `kill ${kill}: ${fault}`));
        ledger.settle(rows);
      }
      const { statuses, cutOff, refused } = changes;
      console.info(
        `${engine}, ${kind}: ${KILLS} kills, ${changes.acknowledged} changes acknowledged, cut off ${JSON.stringify([...cutOff])}, ` +
          `answered ${JSON.stringify([...statuses])}, ${wrong.length} faults`,
      );
      expect(wrong).toEqual([]);
      expect(refused).toEqual([]);
      if (KILLS >= MANY)
        expect([...cutOff.keys()].sort()).toEqual(['delete', 'rename', 'replace', 'thumbnail', 'upload']);
      expect(await checked(folder.path)).toEqual({ code: 0, stderr: '' });
    },
    60_000 + KILLS * PER_KILL_MS,
  );
});

async function changeAndKill(server: ProjectServer, changes: FileChanges): Promise<void> {
  const killed = changes.answered(randomInt(ANSWERS)).then(() => endAfter(server, Math.random() * LATER_MS));
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

/** What is wrong before the sweep, and what is left over after it. */
async function judged(data: string, ledger: FileLedger, rows: readonly FileRow[]): Promise<string[]> {
  const registry = openRegistry(data);
  try {
    const project = await registry.find(PROJECT);
    if (!project) return ['the project cannot be opened'];
    const faults = await ledger.faults(rows, (disk) => project.storage.read(`originals/${disk}`));
    faults.push(...(await halfMade(project.storage)));
    const everything = { repair: true, contents: true, before: new Date(Date.now() + 60_000) };
    const { broken } = await checkStorage(project, everything);
    const after = await checkStorage(project, everything);
    const left = [...broken, ...after.broken, ...after.orphans, ...(await strays(project.storage, rows))];
    return [...faults, ...left.map((each) => `after the sweep: ${JSON.stringify(each)}`)];
  } finally {
    await registry.closeAll();
  }
}

/** Thumbnails that are no whole images. */
async function halfMade(storage: Storage): Promise<string[]> {
  const faults: string[] = [];
  for await (const { name } of storage.list('generated/')) {
    const content = await storage.read(name);
    const decoded = content && sharp(await buffer(content)).raw();
    await decoded?.toBuffer().catch(() => faults.push(`${name} is half made`));
  }
  return faults;
}

/** Thumbnails of no content that is there. */
async function strays(storage: Storage, rows: readonly FileRow[]): Promise<string[]> {
  const known = rows.map(({ filename_disk, checksum }) => `generated/${filename_disk}/${checksum},`);
  const strays: string[] = [];
  for await (const { name } of storage.list('generated/'))
    if (!known.some((start) => name.startsWith(start))) strays.push(name);
  return strays;
}

/** How the command of administrators ends. */
async function checked(data: string) {
  const command = new ServerProcess(['storage', 'check', '--data', data, '--contents', '--grace', '0']);
  const { code, stderr } = await command.ended();
  return { code, stderr };
}
