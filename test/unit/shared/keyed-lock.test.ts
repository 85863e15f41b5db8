import { expect, it } from 'vitest';
import { KeyedLock } from '../../../src/shared/keyed-lock.ts';

/** Work that reports when it begins, and ends when told to. */
class Pieces {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();

  piece(name: string): () => Promise<string> {
    return () => {
      this.begun.push(name);
      return new Promise((done) => this.#ends.set(name, () => done(name)));
    };
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

it('different keys run concurrently, equal keys one after the other', async () => {
  const lock = new KeyedLock(10);
  const pieces = new Pieces();
  const all = [
    lock.shared('a', pieces.piece('first of a')),
    lock.shared('a', pieces.piece('second of a')),
    lock.shared('b', pieces.piece('b')),
    lock.shared(null, pieces.piece('nothing')),
    lock.shared(null, pieces.piece('nothing either')),
  ];
  await settled();
  expect(pieces.begun).toEqual(['first of a', 'b', 'nothing', 'nothing either']);
  await pieces.end('first of a');
  expect(pieces.begun.at(-1)).toBe('second of a');
  for (const name of ['second of a', 'b', 'nothing', 'nothing either']) await pieces.end(name);
  expect(await Promise.all(all)).toEqual(['first of a', 'second of a', 'b', 'nothing', 'nothing either']);
});

it('never exceeds the limit', async () => {
  const lock = new KeyedLock(2);
  const pieces = new Pieces();
  for (const name of ['one', 'two', 'three']) void lock.shared(name, pieces.piece(name));
  await settled();
  expect(pieces.begun).toEqual(['one', 'two']);
  await pieces.end('two');
  expect(pieces.begun).toEqual(['one', 'two', 'three']);
});

it('obeys a limit that changes', async () => {
  let limit = 1;
  const lock = new KeyedLock(() => limit);
  const pieces = new Pieces();
  for (const name of ['one', 'two', 'three']) void lock.shared(name, pieces.piece(name));
  await settled();
  expect(pieces.begun).toEqual(['one']);
  limit = 2;
  await pieces.end('one');
  expect(pieces.begun).toEqual(['one', 'two', 'three']);
});

it('exclusive work waits for all others, and nothing overtakes it', async () => {
  const lock = new KeyedLock(10);
  const pieces = new Pieces();
  void lock.shared('a', pieces.piece('a'));
  void lock.shared('b', pieces.piece('b'));
  void lock.exclusive(pieces.piece('alone'));
  void lock.shared('c', pieces.piece('c'));
  await settled();
  await pieces.end('a');
  expect(pieces.begun).toEqual(['a', 'b']);
  await pieces.end('b');
  expect(pieces.begun).toEqual(['a', 'b', 'alone']);
  await pieces.end('alone');
  expect(pieces.begun).toEqual(['a', 'b', 'alone', 'c']);
});

it('a task that fails releases its key and its slot', async () => {
  const lock = new KeyedLock(1);
  const failing = lock.shared('a', async () => {
    throw new Error('no');
  });
  const next = lock.shared('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await lock.exclusive(async () => 'alone')).toBe('alone');
});
