import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serverContext } from '../../src/persistence/context.ts';
import { inTransaction } from '../../src/persistence/in-transaction.ts';
import { readWhole } from '../../src/persistence/read/whole.ts';
import { storedValues } from '../../src/persistence/records.ts';
import { updateRow } from '../../src/persistence/rows.ts';
import type { Store } from '../../src/persistence/store.ts';
import { openRegistry } from '../../src/projects/open-registry.ts';
import type { Project } from '../../src/projects/project.ts';
import type { ProjectRegistry } from '../../src/projects/registry.ts';
import { collectionOf } from '../../src/schema/schema.ts';
import { settleAll } from '../../src/services/files/pending.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const sumOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

onEveryEngine('a change of a file whose server has died', ({ server, project }) => {
  let dying: ProjectRegistry;

  beforeAll(() => {
    dying = openRegistry(server.data);
  });
  afterAll(() => dying?.closeAll());

  it('has the new object in place although it is committed only when the project is reopened', async () => {
    const bytes = randomBytes(1000);
    const { id, disk } = await uploaded();
    const dead = await found(dying);
    await dead.storage.write(`pending/${id}/${randomUUID()}`, Readable.from([bytes]));
    const opened = await found(server.app.registry);
    let settled: Promise<void> | undefined;
    await changing(dead, id, { checksum: sumOf(bytes), filesize: bytes.length }, async () => {
      await new Promise<void>((judged) => {
        tellReads(opened.storage, judged);
        settled = settleAll(opened).finally(judged);
      });
    });
    await settled;
    expect(sumOf(await contentOf(opened, disk))).toBe(sumOf(bytes));
  });

  it('keeps its object for a process that may still commit it', async () => {
    const { id, disk, checksum } = await uploaded();
    const opened = await found(server.app.registry);
    const waiting = `pending/${id}/${randomUUID()}`;
    await opened.storage.write(waiting, Readable.from([randomBytes(1000)]));
    await settleAll(opened);
    expect(await opened.storage.stat(waiting)).not.toBeNull();
    expect(sumOf(await contentOf(opened, disk))).toBe(checksum);
  });

  async function uploaded() {
    const data = randomBytes(500).toString('base64');
    const { body } = await project.ask('POST', '/files', { data, filename_download: 'a.bin' });
    const {
      id,
      filename_disk: disk,
      checksum,
    } = body.data as Record<'filename_disk' | 'checksum', string> & { id: number };
    return { id, disk, checksum };
  }

  async function found(registry: ProjectRegistry): Promise<Project> {
    const it = await registry.find(project.key);
    if (!it) throw new Error('the project is gone');
    return it;
  }
});

/** Changes a row, and commits when `meanwhile` has ended. */
function changing(store: Store, key: number, values: object, meanwhile: () => Promise<void>): Promise<void> {
  const files = collectionOf(store.catalog.schema, 'directus_files');
  return inTransaction(serverContext(store), async (tx) => {
    await updateRow(tx, files, key, storedValues(files, { ...values }));
    // The update may be sent with the next statement; the row is locked once that is answered.
    await readWhole(tx, files, String(key));
    await meanwhile();
  });
}

/** Calls `tell` when an object has been read from a storage. */
function tellReads(storage: Storage, tell: () => void): void {
  const read = storage.read.bind(storage);
  vi.spyOn(storage, 'read').mockImplementation(async (name, range) => {
    const content = await read(name, range);
    return content?.once('close', tell) ?? null;
  });
}

async function contentOf({ storage }: Store, disk: string): Promise<Buffer> {
  const content = await storage.read(`originals/${disk}`);
  if (!content) throw new Error('the content is gone');
  return buffer(content);
}
