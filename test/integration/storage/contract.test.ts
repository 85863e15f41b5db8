import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageConfigOf } from '../../../src/storage/config.ts';
import { openStorage } from '../../../src/storage/open.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { type BucketServer, startBucketServer } from '../../support/bucket-server.ts';

const MEGABYTE = 1024 * 1024;
let data: string;
let bucket: BucketServer;
const storages: Record<string, Storage> = {};

function open(name: string, section: object): Storage {
  const config = {
    project: name,
    private: false,
    database: { type: 'sqlite', name },
    auth: { secret: '', public: '' },
    sections: { storage: section },
  } as const;
  return openStorage(storageConfigOf(config, data));
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'octavo-storage-'));
  bucket = await startBucketServer();
  storages.local = open('here', {});
  storages.s3 = open('there', bucket.section);
});
afterAll(async () => {
  await bucket?.stop();
  rmSync(data, { recursive: true, force: true });
});

const text = (content: string): Readable => Readable.from([Buffer.from(content)]);

async function contentOf(storage: Storage, name: string): Promise<string | null> {
  const stream = await storage.read(name);
  return stream && (await buffer(stream)).toString();
}

async function namesOf(storage: Storage, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage.list(prefix)) names.push(name);
  return names.sort();
}

describe.each(['local', 's3'])('a storage of the kind %s', (kind) => {
  const storage = (): Storage => storages[kind] as Storage;

  it('reports its kind', () => {
    expect(storage().adapter).toBe(kind);
  });

  it.each([undefined, { start: 6, end: 8 }])(
    'reads the object that was found, and no replacement: %o',
    async (range) => {
      await storage().write('originals/found', text('the first'));
      const found = await storage().stat('originals/found');
      if (!found) throw new Error('nothing was found');
      const same = await storage().read('originals/found', range, found);
      expect(same && (await buffer(same)).toString()).toBe(range ? 'rst' : 'the first');
      await storage().write('originals/found', text('other'));
      expect(await storage().read('originals/found', range, found)).toBeNull();
      await storage().remove('originals/found');
      expect(await storage().read('originals/found', range, found)).toBeNull();
    },
  );

  it('reads what was written, with its size and time', async () => {
    expect(await storage().write('originals/a.txt', text('Hello'))).toBe(5);
    expect(await contentOf(storage(), 'originals/a.txt')).toBe('Hello');
    const found = await storage().stat('originals/a.txt');
    expect(found?.size).toBe(5);
    expect(Math.abs(Date.now() - (found?.modified.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it('replaces what existed under a name', async () => {
    await storage().write('originals/b.txt', text('a longer text'));
    await storage().write('originals/b.txt', text('short'));
    expect(await contentOf(storage(), 'originals/b.txt')).toBe('short');
  });

  it('reads a range', async () => {
    await storage().write('originals/c.txt', text('0123456789'));
    const stretch = await storage().read('originals/c.txt', { start: 2, end: 4 });
    expect((await buffer(stretch as Readable)).toString()).toBe('234');
  });

  it('knows what does not exist', async () => {
    expect(await storage().stat('originals/none')).toBeNull();
    expect(await storage().read('originals/none')).toBeNull();
    await storage().remove('originals/none');
    await storage().remove('generated/none/none');
  });

  it('removes', async () => {
    await storage().write('generated/x/w1,h1', text('x'));
    await storage().remove('generated/x/w1,h1');
    expect(await storage().stat('generated/x/w1,h1')).toBeNull();
  });

  it('writes while others remove', async () => {
    const turns = async (name: string): Promise<void> => {
      for (let turn = 0; turn < 30; turn++) {
        await storage().write(name, text(name));
        expect(await contentOf(storage(), name)).toBe(name);
        await storage().remove(name);
      }
    };
    await Promise.all(['generated/busy/1', 'generated/busy/2', 'generated/busy/3'].map(turns));
    expect(await namesOf(storage(), 'generated/busy/')).toEqual([]);
  });

  it('renames, across its prefixes too', async () => {
    await storage().write('pending/1/new', text('new'));
    await storage().write('originals/old', text('old'));
    await storage().rename('pending/1/new', 'originals/old');
    expect(await contentOf(storage(), 'originals/old')).toBe('new');
    expect(await storage().stat('pending/1/new')).toBeNull();
  });

  it('gives a name to only one claimant', async () => {
    expect(await storage().claim('originals/claimed')).toBe(true);
    expect(await storage().claim('originals/claimed')).toBe(false);
  });

  it('lists what begins with a prefix, and nothing else', async () => {
    for (const name of ['generated/p/1', 'generated/p/2', 'generated/pq/1', 'generated/other'])
      await storage().write(name, text('.'));
    expect(await namesOf(storage(), 'generated/p/')).toEqual(['generated/p/1', 'generated/p/2']);
    expect(await namesOf(storage(), 'generated/nothing/')).toEqual([]);
  });

  it('accepts names of any characters', async () => {
    const name = "originals/ü & <it's> +%41?#.txt";
    await storage().write(name, text('named'));
    expect(await contentOf(storage(), name)).toBe('named');
    expect(await namesOf(storage(), 'originals/ü')).toEqual([name]);
    await storage().remove(name);
    expect(await storage().stat(name)).toBeNull();
  });

  it.each([0, 1, 5 * MEGABYTE - 1, 5 * MEGABYTE, 5 * MEGABYTE + 1, 12 * MEGABYTE])(
    'keeps %i bytes unchanged',
    async (size) => {
      const bytes = randomBytes(size);
      const chunks = Array.from({ length: Math.ceil(size / 100_000) }, (_, at) =>
        bytes.subarray(at * 100_000, (at + 1) * 100_000),
      );
      expect(await storage().write('originals/large', Readable.from(chunks))).toBe(size);
      const stored = await buffer((await storage().read('originals/large')) as Readable);
      expect(createHash('md5').update(stored).digest('hex')).toBe(createHash('md5').update(bytes).digest('hex'));
    },
  );

  it.each([0, 7])('keeps the old object if a stream breaks after %i MB', async (size) => {
    await storage().write('originals/whole', text('whole'));
    async function* broken(): AsyncGenerator<Buffer> {
      for (let sent = 0; sent < size; sent++) yield randomBytes(MEGABYTE);
      throw new Error('broken off');
    }
    await expect(storage().write('originals/whole', Readable.from(broken()))).rejects.toThrow('broken off');
    await expect(storage().write('originals/half', Readable.from(broken()))).rejects.toThrow('broken off');
    expect(await contentOf(storage(), 'originals/whole')).toBe('whole');
    expect(await storage().stat('originals/half')).toBeNull();
    expect(await storage().clean(new Date(Date.now() + 60_000))).toBe(0);
  });

  it.each([
    'originals/../x',
    'originals//x',
    'originals/.',
    '../x',
    'x',
    'elsewhere/x',
    'originals/.incoming/x',
    'originals/a\0b',
    'originals/a\\..\\b',
  ])('refuses the name %j', async (name) => {
    await expect(storage().write(name, text('x'))).rejects.toThrow('no name');
    await expect(storage().read(name)).rejects.toThrow('no name');
    await expect(storage().stat(name)).rejects.toThrow('no name');
    await expect(storage().remove(name)).rejects.toThrow('no name');
  });
});

describe('the local storage', () => {
  const here = (...parts: string[]): string => join(data, 'uploads', 'here', ...parts);

  it('follows no link out of its folders', async () => {
    const storage = storages.local as Storage;
    writeFileSync(join(data, 'secret'), 'secret');
    mkdirSync(join(data, 'outside'), { recursive: true });
    writeFileSync(join(data, 'outside', 'secret'), 'secret');
    symlinkSync(join(data, 'secret'), here('originals', 'link'));
    symlinkSync(join(data, 'outside'), here('generated', 'link'));
    expect(await storage.read('originals/link')).toBeNull();
    expect(await storage.read('generated/link/secret')).toBeNull();
    await expect(storage.write('generated/link/new', text('x'))).rejects.toThrow('no name');
    await storage.remove('generated/link/secret');
    expect(readdirSync(join(data, 'outside'))).toEqual(['secret']);
    expect(await namesOf(storage, 'generated/link/')).toEqual([]);
  });

  it('reads regular files only', async () => {
    mkdirSync(here('originals', 'folder'));
    symlinkSync('/dev/zero', here('originals', 'zero'));
    expect(await storages.local?.read('originals/folder')).toBeNull();
    expect(await storages.local?.read('originals/zero')).toBeNull();
  });

  it('shows nothing that is being written, and removes leftovers', async () => {
    const incoming = here('originals', '.incoming');
    writeFileSync(join(incoming, 'left'), 'half');
    linkSync(join(incoming, 'left'), join(data, 'kept'));
    expect(await namesOf(storages.local as Storage, 'originals/')).not.toContain('originals/.incoming/left');
    expect(await storages.local?.clean(new Date(0))).toBe(0);
    expect(await storages.local?.clean(new Date(Date.now() + 60_000))).toBe(1);
  });
});

describe('the storage of a project', () => {
  const config = (storage: object) =>
    storageConfigOf(
      {
        project: 'p',
        private: false,
        database: { type: 'sqlite', name: 'p' },
        auth: { secret: '', public: '' },
        sections: { storage },
      },
      '/data',
    );

  it('is in the data folder', () => {
    expect(config({})).toMatchObject({ root: '/data/uploads/p/originals', rootUrl: '/uploads/p/originals' });
  });

  it('stays where an adopted project has it', () => {
    const given = {
      adapter: 'local',
      root: '/srv/uploads/_/originals',
      thumb_root: 'public/t',
      root_url: '/uploads/_/originals/',
    };
    expect(config(given)).toMatchObject({
      root: '/srv/uploads/_/originals',
      thumbRoot: '/data/public/t',
      rootUrl: '/uploads/_/originals',
    });
  });
});
