import { createHash, randomUUID } from 'node:crypto';
import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openRegistry } from '../../src/projects/open-registry.ts';
import type { ProjectRegistry } from '../../src/projects/registry.ts';
import { checkStorage } from '../../src/services/files/check.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { thoroughly } from '../support/battery.ts';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { FaultyFront } from '../support/faulty-front.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { PROJECT, ProjectServer } from './project-server.ts';

const CLIENTS = 100;
const DELETIONS = thoroughly(6);
const PRESET = 'directus-medium-crop';
const KINDS = ['local', 's3'] as const;

interface Uploaded {
  readonly id: number;
  readonly private_hash: string;
  readonly filename_disk: string;
}

describe.each(KINDS)('thumbnails that two servers make, in a storage of the kind %s', (kind) => {
  const folder = temporaryFolder();
  const servers = [new ProjectServer(folder.path), new ProjectServer(folder.path)] as const;
  const written = new Set<string>();
  let bucket: BucketServer;
  let front: FaultyFront;
  let watcher: FSWatcher;
  let registry: ProjectRegistry;
  let image: Buffer<ArrayBuffer>;

  beforeAll(async () => {
    bucket = await startBucketServer();
    front = await FaultyFront.start(String(bucket.section.endpoint));
    await servers[0].start();
    const storage = { ...bucket.section, endpoint: front.address };
    await servers[0].createProject({ ...inject('engines').sqlite, ...(kind === 's3' && { storage }) });
    // Running servers look for new projects from time to time; a server that starts knows all of them.
    await servers[1].start();
    registry = openRegistry(folder.path);
    watcher = watched();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const create = { width: 1000, height: 750, channels: 3, background: '#467', noise } as const;
    image = Buffer.from(await sharp({ create }).png().toBuffer());
  });
  beforeEach(() => {
    written.clear();
    front.requests.length = 0;
  });
  afterAll(async () => {
    watcher?.close();
    await registry?.closeAll();
    for (const server of servers) await server.kill();
    await front?.stop();
    await bucket?.stop();
    folder.remove();
  });

  /** Records the files that are written in the folder of thumbnails. */
  function watched(): FSWatcher {
    const incoming = join(folder.path, 'uploads', PROJECT, 'generated', '.incoming');
    mkdirSync(incoming, { recursive: true });
    return watch(incoming, (_event, name) => void written.add(String(name)));
  }

  function writes(): number {
    if (kind === 'local') return written.size;
    return front.requests.filter((each) => each.startsWith('PUT') && each.includes('generated')).length;
  }

  async function upload(): Promise<Uploaded> {
    const { data } = await servers[0].upload(Buffer.concat([image, Buffer.from(randomUUID())]), 'a.png');
    return data as Uploaded;
  }

  async function opened() {
    const project = await registry.find(PROJECT);
    if (!project) throw new Error('the project cannot be opened');
    return project;
  }

  const look = (server: ProjectServer, { private_hash: hash }: Uploaded) =>
    server.download(`/assets/${hash}?key=${PRESET}`);

  it('are the same for all callers, made at most once by each, and visible only when complete', async () => {
    const file = await upload();
    const { storage } = await opened();
    let asking = true;
    const answers = Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => look(servers[client % 2 === 0 ? 0 : 1], file)),
    ).finally(() => {
      asking = false;
    });
    const seen = new Set<string>();
    while (asking) for (const sum of await sumsBelow(storage)) seen.add(sum);
    const sums = (await answers).map(({ status, bytes }) => `${status} ${sumOf(new Uint8Array(bytes))}`);
    expect([...new Set(sums)]).toEqual([sums[0]]);
    const after = await sumsBelow(storage);
    expect(after.map((sum) => `200 ${sum}`)).toEqual([sums[0]]);
    expect([...seen].filter((sum) => sum !== after[0])).toEqual([]);
    expect(writes()).toBeGreaterThanOrEqual(1);
    expect(writes()).toBeLessThanOrEqual(servers.length);
  });

  it('are removed with their file, even if it is deleted while they are being made', async () => {
    for (let deletion = 0; deletion < DELETIONS; deletion++) {
      const file = await upload();
      const looks = servers.map((server) => look(server, file));
      // Some deletions come first, others while an image is being made, or after it was stored.
      if (deletion % 3 > 0) await Promise.race(deletion % 3 === 1 ? looks : [servers[1].call('GET', '/files?limit=1')]);
      const { status } = await servers[0].call('DELETE', `/files/${file.id}`);
      const statuses = (await Promise.all(looks)).map((answer) => answer.status);
      expect(status).toBe(204);
      expect(statuses.filter((each) => ![200, 404, 422].includes(each))).toEqual([]);
      expect((await look(servers[0], file)).status).toBe(404);
    }
    const everything = { repair: false, contents: true, before: new Date(Date.now() + 60_000) };
    expect(await checkStorage(await opened(), everything)).toMatchObject({ broken: [], orphans: [] });
  });
});

const sumOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

async function sumsBelow(storage: Storage): Promise<string[]> {
  const sums: string[] = [];
  for await (const { name } of storage.list('generated/')) {
    const content = await storage.read(name);
    if (content) sums.push(sumOf(await buffer(content)));
  }
  return sums;
}
