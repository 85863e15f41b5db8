import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { openRegistry } from '../../src/projects/open-registry.ts';
import type { Project } from '../../src/projects/project.ts';
import { checkStorage } from '../../src/services/files/check.ts';
import type { Storage, StoredObject } from '../../src/storage/storage.ts';
import type { FileLedger, FileRow } from './file-ledger.ts';
import { PROJECT } from './project-server.ts';

const MINUTE_MS = 60_000;

/** Finds errors in the files of a data folder whose server was killed. */
export class FileJudge {
  readonly #data: string;
  readonly #ledger: FileLedger;
  /** Complete thumbnails, unchanged since they were written, which need not be decoded again. */
  readonly #whole = new Set<string>();

  constructor(data: string, ledger: FileLedger) {
    this.#data = data;
    this.#ledger = ledger;
  }

  /** The errors before the sweep, and the leftovers after it. `rows` are all files of the project. */
  async faults(rows: readonly FileRow[]): Promise<string[]> {
    const registry = openRegistry(this.#data);
    try {
      const project = await registry.find(PROJECT);
      if (!project) return ['the project cannot be opened'];
      const faults = await this.#ledger.faults(rows, (disk) => project.storage.read(`originals/${disk}`));
      const halfMade = await this.#halfMade(project.storage);
      const left = await leftBySweep(project, rows);
      return [...faults, ...halfMade, ...left.map((each) => `after the sweep: ${JSON.stringify(each)}`)];
    } finally {
      await registry.closeAll();
    }
  }

  /** Thumbnails that are not complete images. */
  async #halfMade(storage: Storage): Promise<string[]> {
    const found = await listed(storage);
    const faults = found.map(async ({ name, size, modified }) => {
      const written = `${name} ${size} ${modified.getTime()}`;
      if (this.#whole.has(written)) return [];
      const content = await storage.read(name);
      if (!content || !(await isImage(await buffer(content)))) return [`${name} is half made`];
      this.#whole.add(written);
      return [];
    });
    return (await Promise.all(faults)).flat();
  }
}

/** Whether bytes are an image to their end. */
export async function isImage(bytes: Uint8Array): Promise<boolean> {
  const decoded = sharp(bytes).raw().toBuffer();
  return decoded.then(
    () => true,
    () => false,
  );
}

async function leftBySweep(project: Project, rows: readonly FileRow[]): Promise<unknown[]> {
  const before = new Date(Date.now() + MINUTE_MS);
  const swept = await checkStorage(project, { repair: true, contents: false, before });
  const { broken, orphans, unfinished } = await checkStorage(project, { repair: true, contents: true, before });
  const writes = unfinished > 0 ? [`${unfinished} unfinished writes`] : [];
  return [...swept.broken, ...broken, ...orphans, ...writes, ...(await strays(project.storage, rows))];
}

/** Thumbnails of files that do not exist. */
async function strays(storage: Storage, rows: readonly FileRow[]): Promise<string[]> {
  const known = rows.map(({ filename_disk, checksum }) => `generated/${filename_disk}/${checksum},`);
  const names = (await listed(storage)).map(({ name }) => name);
  return names.filter((name) => !known.some((start) => name.startsWith(start)));
}

async function listed(storage: Storage): Promise<(StoredObject & { readonly name: string })[]> {
  const found: (StoredObject & { readonly name: string })[] = [];
  for await (const thumbnail of storage.list('generated/')) found.push(thumbnail);
  return found;
}
