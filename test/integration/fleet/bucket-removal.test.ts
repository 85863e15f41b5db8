import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storageConfigOf } from '../../../src/storage/config.ts';
import { openStorage } from '../../../src/storage/open.ts';
import { type BucketServer, startBucketServer } from '../../support/bucket-server.ts';
import { FaultyFront } from '../../support/faulty-front.ts';
import { fleetOf } from '../../support/fleet.ts';
import { harnessOn } from '../../support/on-every-engine.ts';
import { createTestProject, type TestProject } from '../../support/project.ts';
import { SUPER_ADMIN_TOKEN } from '../../support/running.ts';

describe('files in a bucket', () => {
  const { server } = harnessOn('sqlite');
  let bucket: BucketServer;
  let front: FaultyFront;
  beforeAll(async () => {
    bucket = await startBucketServer();
    front = await FaultyFront.start(String(bucket.section.endpoint));
  });
  beforeEach(() => front.mend());
  afterAll(async () => {
    await front?.stop();
    await bucket?.stop();
  });

  it('are removed with their project: originals, thumbnails and pending ones, and no others', async () => {
    const project = await projectIn({});
    const other = await projectIn({ root: `${project.key}/originals2`, thumb_root: `${project.key}2/generated` });
    for (const name of ['originals/a/b.png', 'generated/b/c.png', 'pending/d.png']) {
      await put(project.key, name);
      await put(other.key, name);
    }
    await put(project.key, 'originals/e.png');
    const strangers = storageAt('strangers', { root: project.key, thumb_root: 'else' });
    await strangers.write('originals/notes.txt', text());
    await remove(project.key);
    expect(await namesAt(project.key)).toEqual([]);
    expect(await namesOf(other.key)).toEqual(['generated/b/c.png', 'originals/a/b.png', 'pending/d.png']);
    expect(await strangers.stat('originals/notes.txt')).not.toBeNull();
  });

  it('are removed in hundreds, while other projects can be created', async () => {
    const project = await projectIn({});
    const names = Array.from({ length: 700 }, (_, index) => `originals/${index}.txt`);
    for (const name of names) await put(project.key, name);
    let made: Promise<TestProject> | undefined;
    front.fault = ({ method }) => {
      if (method === 'DELETE') made ??= projectIn({});
      return 'none';
    };
    const removed = remove(project.key);
    await expect.poll(() => made !== undefined).toBe(true);
    await made;
    expect(server.app.registry.configOf(project.key)).toBeDefined();
    await removed;
    expect(await namesAt(project.key)).toEqual([]);
  });

  it('stay if the operator says so, in a bucket and in the data folder', async () => {
    const fleet = fleetOf(server);
    const inBucket = await projectIn({});
    const inFolder = await createTestProject(server, { db_type: 'sqlite' });
    for (const { key } of [inBucket, inFolder]) {
      await put(key, 'originals/a.png');
      const { data } = await fleet.ask('POST', `/fleet/${key}/removal`, { days: 1, keep_files: true });
      expect(data.suspended).toMatchObject({ by: 'removal', keep_files: true });
      await endGrace(key);
    }
    await server.app.fleet.round();
    expect(server.app.registry.configOf(inBucket.key)).toBeUndefined();
    expect(await namesAt(inBucket.key)).toEqual(['originals/a.png']);
    expect(existsSync(join(server.data, 'uploads', inFolder.key, 'originals/a.png'))).toBe(true);
  });

  it.each([
    ['is the whole bucket', { root: '/', thumb_root: 'thumbnails' }, {}],
    ['is that of another project', { root: 'shared', thumb_root: 'one' }, { root: 'shared', thumb_root: 'two' }],
    ['lies around that of another', { root: 'around', thumb_root: 'three' }, { root: 'around/it', thumb_root: 'four' }],
    ['lies in that of another', { root: 'wide/in', thumb_root: 'five' }, { root: 'wide', thumb_root: 'six' }],
    ['lies where another has all', { root: 'any', thumb_root: 'seven' }, { root: '/', thumb_root: 'eight' }],
    ['has pending files there', { root: 'late.pending', thumb_root: 'nine' }, { root: 'late', thumb_root: 'ten' }],
  ])('stay if their root %s', async (_what, own, others) => {
    const project = await projectIn({});
    const other = await projectIn({});
    rewrite(project.key, own);
    rewrite(other.key, others);
    await put(project.key, 'generated/a.png');
    const storage = storageOf(project.key);
    await remove(project.key);
    expect(server.app.registry.configOf(project.key)).toBeUndefined();
    expect(await storage.stat('generated/a.png')).not.toBeNull();
    server.app.registry.rewrite({ ...configOf(other.key), sections: {} });
    await remove(other.key);
  });

  it('keep their project waiting if the bucket fails, and are removed later', async () => {
    const project = await projectIn({});
    for (const name of ['originals/a.png', 'originals/b.png']) await put(project.key, name);
    await fleetOf(server).ask('POST', `/fleet/${project.key}/removal`, { days: 1 });
    await endGrace(project.key);
    front.fault = ({ method, url }) => (method === 'DELETE' && url?.includes('b.png') ? { status: 403 } : 'none');
    await server.app.fleet.round();
    const { suspended } = server.app.registry.configOf(project.key) ?? {};
    expect(suspended?.failure).toMatchObject({ tries: 1, message: expect.stringMatching(/storage|files/i) });
    expect(await namesOf(project.key)).toEqual(['originals/b.png']);
    front.mend();
    await endGrace(project.key);
    await server.app.fleet.round();
    expect(server.app.registry.configOf(project.key)).toBeUndefined();
    expect(await namesAt(project.key)).toEqual([]);
  });

  const section = () => ({ ...bucket.section, endpoint: front.address });
  const projectIn = (changed: Readonly<Record<string, string>>) =>
    createTestProject(server, { db_type: 'sqlite', storage: { ...section(), ...changed } });
  const configOf = (key: string) => {
    const config = server.app.registry.configOf(key);
    if (!config) throw new Error(`there is no project ${key}`);
    return config;
  };
  const storageOf = (key: string) => openStorage(server.app.registry.locations.storageConfigOf(configOf(key)));
  /** A storage that belongs to no project. */
  const storageAt = (project: string, changed: Readonly<Record<string, string>> = {}) =>
    openStorage(
      storageConfigOf(
        {
          project,
          private: false,
          database: { type: 'sqlite', name: project },
          auth: { secret: '', public: '' },
          sections: { storage: { ...section(), ...changed } },
        },
        server.data,
      ),
    );
  const listed = async (storage: ReturnType<typeof openStorage>): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of storage.list('')) names.push(name);
    return names.sort();
  };
  const namesOf = (key: string) => listed(storageOf(key));
  const namesAt = (key: string) => listed(storageAt(key));
  const text = () => Readable.from([Buffer.from('something')]);
  const put = (key: string, name: string) => storageOf(key).write(name, text());
  const remove = async (key: string) => {
    const answer = await fetch(`${server.base}/server/projects/${key}?super_admin_token=${SUPER_ADMIN_TOKEN}`, {
      method: 'DELETE',
    });
    expect(answer.status).toBe(204);
  };
  const rewrite = (key: string, changed: Readonly<Record<string, string>>) =>
    server.app.registry.rewrite({ ...configOf(key), sections: { storage: { ...section(), ...changed } } });
  /** Pretends that the grace period is over, and the pause after a failure, too. */
  const endGrace = async (key: string) => {
    const config = configOf(key);
    if (!config.suspended) throw new Error('its removal was called off');
    const { failure: _, ...suspended } = config.suspended;
    await server.app.registry.suspend(config, { ...suspended, remove_on: new Date(0).toISOString() });
  };
});
