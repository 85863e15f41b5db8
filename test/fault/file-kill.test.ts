import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistry } from '../../src/projects/open-registry.ts';
import { checkStorage } from '../../src/services/files/check.ts';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { FileLedger, type FileRow } from './file-ledger.ts';
import { PROJECT, ProjectServer } from './project-server.ts';

const KILLS = Number(process.env.OCTAVO_FILE_KILLS ?? 10);
const LATEST_MS = 700;
const PER_KILL_MS = 20_000;
const WORKERS = 4;

describe.each(['local', 's3'])('files in a storage of the kind %s, killed at any moment', (kind) => {
  const folder = temporaryFolder();
  const server = new ProjectServer(folder.path);
  let bucket: BucketServer;

  beforeAll(async () => {
    bucket = await startBucketServer();
    await server.start();
    await server.createProject({ db_type: 'sqlite', ...(kind === 's3' && { storage: bucket.section }) });
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
      const wrong: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const killed = endAfter(server, Math.random() * LATEST_MS);
        await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(server, ledger, worker)));
        await killed;
        await server.start();
        const rows = (await server.call('GET', '/files?limit=-1&fields=id,filename_disk,checksum')).data as FileRow[];
        wrong.push(...(await judged(folder.path, ledger, rows)).map((fault) => `kill ${kill}: ${fault}`));
        ledger.settle(rows);
      }
      console.info(`${kind}: ${KILLS} kills, ${JSON.stringify([...ledger.statuses])}, ${wrong.length} faults`);
      expect(wrong).toEqual([]);
      expect([...ledger.statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    },
    60_000 + KILLS * PER_KILL_MS,
  );
});

async function endAfter(server: ProjectServer, delay: number): Promise<void> {
  await new Promise((done) => setTimeout(done, delay));
  await server.kill();
}

/** Changes files of its own until the server has gone. */
async function work(server: ProjectServer, ledger: FileLedger, worker: number): Promise<void> {
  try {
    for (;;) await ledger.change(server, (id) => id % WORKERS === worker);
  } catch {
    // The server was killed.
  }
}

/** What is wrong before the sweep, and what is left over after it. */
async function judged(data: string, ledger: FileLedger, rows: readonly FileRow[]): Promise<string[]> {
  const registry = openRegistry(data);
  try {
    const project = await registry.find(PROJECT);
    if (!project) return ['the project cannot be opened'];
    const faults = await ledger.faults(rows, (disk) => project.storage.read(`originals/${disk}`));
    const everything = { repair: true, contents: true, before: new Date(Date.now() + 60_000) };
    const { broken } = await checkStorage(project, everything);
    const after = await checkStorage(project, everything);
    const left = [...broken, ...after.broken, ...after.orphans];
    return [...faults, ...left.map((each) => `after the sweep: ${JSON.stringify(each)}`)];
  } finally {
    await registry.closeAll();
  }
}
