import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { open } from '../../../../src/dialects/sqlite/driver.ts';
import { classify } from '../../../../src/dialects/sqlite/errors.ts';
import { LogSync } from '../../../../src/dialects/sqlite/log-sync.ts';
import { temporaryFolder } from '../../../support/server-process.ts';

type Callback = (error: Error | null) => void;

const disk = vi.hoisted(() => ({ syncs: [] as ((error: Error | null) => void)[] }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  fdatasync: (_handle: number, done: Callback) => disk.syncs.push(done),
}));

let folder: ReturnType<typeof temporaryFolder>;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = `${folder.path}/data.db`;
  disk.syncs.length = 0;
});
afterEach(() => folder.remove());

const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

/** The state of a promise by now. */
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

function logOf(): LogSync {
  writeFileSync(file, '');
  writeFileSync(`${file}-wal`, '');
  return new LogSync(file, null);
}

it('what is committed during a sync waits for the next one, which serves all', async () => {
  const log = logOf();
  const first = log.synced();
  await settle();
  const others = [log.synced(), log.synced()];
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

it('after a failed sync no later one succeeds', async () => {
  const log = logOf();
  const first = log.synced();
  const failure = expect(first).rejects.toSatisfy((error) => classify(error)?.kind === 'unreachable');
  await settle();
  disk.syncs[0]?.(new Error('EIO'));
  await failure;
  expect(log.hasFailed).toBe(true);
  await expect(log.synced()).rejects.toThrow('the disk did not take a commit');
  expect(disk.syncs).toHaveLength(1);
  await log.close();
});

it('a log that cannot be opened is one that fails', async () => {
  const log = logOf();
  rmSync(`${file}-wal`);
  await expect(log.synced()).rejects.toThrow('the disk did not take a commit');
  await log.close();
});

it('closing waits for a sync, and leaves no descriptor', async () => {
  const next = openSync('/dev/null', 'r');
  closeSync(next);
  const log = logOf();
  const synced = log.synced();
  const closed = log.close();
  expect(await stateOf(closed)).toBe('pending');
  disk.syncs[0]?.(null);
  await Promise.all([synced, closed]);
  const after = openSync('/dev/null', 'r');
  closeSync(after);
  expect(after).toBe(next);
});

it('no writer returns before its commit is on disk, and a database whose disk has failed is to be opened anew', async () => {
  const database = await open({ file } as never);
  const write = (text: string): Promise<unknown> => database.run({ text, parameters: [] });
  const made = write('CREATE TABLE notes (id INTEGER)');
  expect(await stateOf(made)).toBe('pending');
  expect(existsSync(`${file}-wal`)).toBe(true);
  disk.syncs[0]?.(null);
  await made;
  expect(database.isGone?.()).toBe(false);
  const lost = write('INSERT INTO notes VALUES (1)');
  const failure = expect(lost).rejects.toSatisfy((error) => classify(error)?.kind === 'unreachable');
  await settle();
  await settle();
  disk.syncs[1]?.(new Error('EIO'));
  await failure;
  await vi.waitFor(() => expect(database.isGone?.()).toBe(true), { timeout: 3_000 });
  await database.close();
});
