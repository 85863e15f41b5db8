import { existsSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DiskPace } from '../../../../src/dialects/sqlite/disk-pace.ts';
import { open } from '../../../../src/dialects/sqlite/driver.ts';
import { classify } from '../../../../src/dialects/sqlite/errors.ts';
import { LogSync } from '../../../../src/dialects/sqlite/log-sync.ts';
import { temporaryFolder } from '../../../support/server-process.ts';

type Callback = (error: Error | null) => void;

/**
 * Syncs in another thread, which end when a test ends them; the number of syncs made directly, and how long these take.
 */
const disk = vi.hoisted(() => ({ syncs: [] as Callback[], atOnce: 0, ms: 0, fails: false }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  fdatasync: (_handle: number, done: Callback) => disk.syncs.push(done),
  fdatasyncSync: () => {
    disk.atOnce++;
    vi.advanceTimersByTime(disk.ms);
    if (disk.fails) throw new Error('EIO');
  },
}));

let folder: ReturnType<typeof temporaryFolder>;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = `${folder.path}/data.db`;
  Object.assign(disk, { syncs: [], atOnce: 0, ms: 0, fails: false });
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  folder.remove();
});

const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

/** The current state of a promise. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  await settle();
  return Promise.race([
    promise.then(
      () => 'done',
      () => 'failed',
    ),
    Promise.resolve('pending')
      .then(settle)
      .then(() => 'pending'),
  ]);
}

/** A file's log on a disk that has just been slow, or has not. */
function logOf(isSlow: boolean): LogSync {
  writeFileSync(file, '');
  writeFileSync(`${file}-wal`, '');
  const pace = new DiskPace();
  if (isSlow) pace.note(2);
  return new LogSync(file, null, pace);
}

/** How many file descriptors of this process refer to the log. */
const descriptors = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === `${file}-wal`;
    } catch {
      return false;
    }
  }).length;

const isUnreachable = (error: unknown): boolean => classify(error)?.kind === 'unreachable';

/** Syncs directly this many times; each takes some milliseconds. */
function syncHere(log: LogSync, times: number, ms: number): void {
  disk.ms = ms;
  for (let at = 0; at < times; at++) expect(log.synced()).toBe(undefined);
}

it('commits are synced at once, and in another thread for five seconds after slow syncs', async () => {
  const log = logOf(false);
  syncHere(log, 1, 0.5);
  syncHere(log, 20, 3);
  while (disk.atOnce < 100 && log.synced() === undefined);
  expect(disk.atOnce).toBeLessThan(40);
  await settle();
  expect(disk.syncs).toHaveLength(1);
  disk.syncs[0]?.(null);
  await settle();
  vi.advanceTimersByTime(5_000);
  expect(log.synced()).toBe(undefined);
  await log.close();
});

it('a few very slow syncs do not make a disk slow', async () => {
  const log = logOf(false);
  syncHere(log, 1, 0.5);
  syncHere(log, 5, 900);
  syncHere(log, 100, 0.5);
  await log.close();
});

it('a commit during a sync waits for the next one, which serves all', async () => {
  const log = logOf(true);
  const first = Promise.resolve(log.synced());
  await settle();
  const others = [log.synced(), log.synced()].map((each) => Promise.resolve(each));
  await settle();
  expect(disk.syncs).toHaveLength(1);
  disk.syncs[0]?.(null);
  expect(await stateOf(first)).toBe('done');
  expect(disk.syncs).toHaveLength(2);
  expect(await Promise.all(others.map(stateOf))).toEqual(['pending', 'pending']);
  disk.syncs[1]?.(null);
  await Promise.all(others);
  expect(disk.syncs).toHaveLength(2);
  await log.close();
});

it.each([true, false])(
  'after a failed sync no later one succeeds, on a slow disk (%s) as on a fast one',
  async (isSlow) => {
    const log = logOf(isSlow);
    disk.fails = true;
    const first = (async () => log.synced())();
    const failure = expect(first).rejects.toSatisfy(isUnreachable);
    await settle();
    disk.syncs[0]?.(new Error('EIO'));
    await failure;
    expect(log.failure).not.toBe(null);
    disk.fails = false;
    await expect((async () => log.synced())()).rejects.toThrow('the disk did not take a commit');
    expect(disk.atOnce + disk.syncs.length).toBe(1);
    await log.close();
  },
);

it('a log that cannot be opened counts as one that fails', () => {
  const log = logOf(false);
  rmSync(`${file}-wal`);
  expect(() => log.synced()).toThrow('the disk did not take a commit');
  expect(log.failure).not.toBe(null);
});

it.runIf(process.platform === 'linux')('closing waits for a sync, and leaves no descriptor', async () => {
  const log = logOf(true);
  const synced = log.synced();
  await settle();
  expect(descriptors()).toBe(1);
  const closed = log.close();
  expect(await stateOf(closed)).toBe('pending');
  disk.syncs[0]?.(null);
  await Promise.all([synced, closed]);
  expect(descriptors()).toBe(0);
});

it('no writer returns before its commit is on disk, and after a disk failure a database must be reopened', async () => {
  const database = await open({ file } as never);
  const write = (text: string): Promise<unknown> => database.run({ text, parameters: [] });
  disk.ms = 2;
  await write('CREATE TABLE notes (id INTEGER)');
  expect(disk.atOnce).toBe(1);
  const second = write('INSERT INTO notes VALUES (1)');
  expect(await stateOf(second)).toBe('pending');
  expect(existsSync(`${file}-wal`)).toBe(true);
  disk.syncs[0]?.(null);
  await second;
  expect(database.isGone?.()).toBe(false);
  const failure = expect(write('INSERT INTO notes VALUES (2)')).rejects.toSatisfy(isUnreachable);
  await settle();
  await settle();
  disk.syncs[1]?.(new Error('EIO'));
  await failure;
  await expect(write('INSERT INTO notes VALUES (3)')).rejects.toSatisfy(isUnreachable);
  expect(await database.all({ text: 'SELECT id FROM notes ORDER BY id', parameters: [] })).toEqual([[1], [2]]);
  vi.advanceTimersByTime(1_000);
  expect(database.isGone?.()).toBe(true);
  await database.close();
});

it('a writer whose commit fails to be synced at once gets the error', async () => {
  const database = await open({ file: `${folder.path}/other.db` } as never);
  vi.advanceTimersByTime(10_000);
  disk.fails = true;
  await expect(database.run({ text: 'CREATE TABLE notes (id INTEGER)', parameters: [] })).rejects.toSatisfy(
    isUnreachable,
  );
  await database.close();
});
