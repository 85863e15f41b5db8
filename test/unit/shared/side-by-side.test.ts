import { expect, it } from 'vitest';
import { SideBySide } from '../../../src/shared/side-by-side.ts';

/** Work that tells when it begins, and ends when it is told to. */
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

it('other claims run side by side, one claim one after the other', async () => {
  const order = new SideBySide(10);
  const pieces = new Pieces();
  const all = [
    order.beside('a', pieces.piece('first of a')),
    order.beside('a', pieces.piece('second of a')),
    order.beside('b', pieces.piece('b')),
    order.beside(null, pieces.piece('nothing')),
    order.beside(null, pieces.piece('nothing either')),
  ];
  await settled();
  expect(pieces.begun).toEqual(['first of a', 'b', 'nothing', 'nothing either']);
  await pieces.end('first of a');
  expect(pieces.begun.at(-1)).toBe('second of a');
  for (const name of ['second of a', 'b', 'nothing', 'nothing either']) await pieces.end(name);
  expect(await Promise.all(all)).toEqual(['first of a', 'second of a', 'b', 'nothing', 'nothing either']);
});

it('no more run than may', async () => {
  const order = new SideBySide(2);
  const pieces = new Pieces();
  for (const name of ['one', 'two', 'three']) void order.beside(name, pieces.piece(name));
  await settled();
  expect(pieces.begun).toEqual(['one', 'two']);
  await pieces.end('two');
  expect(pieces.begun).toEqual(['one', 'two', 'three']);
});

it('who is to be alone waits for all, and is passed by nobody', async () => {
  const order = new SideBySide(10);
  const pieces = new Pieces();
  void order.beside('a', pieces.piece('a'));
  void order.beside('b', pieces.piece('b'));
  void order.alone(pieces.piece('alone'));
  void order.beside('c', pieces.piece('c'));
  await settled();
  await pieces.end('a');
  expect(pieces.begun).toEqual(['a', 'b']);
  await pieces.end('b');
  expect(pieces.begun).toEqual(['a', 'b', 'alone']);
  await pieces.end('alone');
  expect(pieces.begun).toEqual(['a', 'b', 'alone', 'c']);
});

it('a piece that fails gives back its claim and its place', async () => {
  const order = new SideBySide(1);
  const failing = order.beside('a', async () => {
    throw new Error('no');
  });
  const next = order.beside('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await order.alone(async () => 'alone')).toBe('alone');
});
