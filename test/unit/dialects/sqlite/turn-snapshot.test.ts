import { beforeEach, expect, it } from 'vitest';
import { TurnSnapshot } from '../../../../src/dialects/sqlite/turn-snapshot.ts';
import { requestArrived } from '../../../../src/shared/turn.ts';

const turnEnds = (): Promise<void> => new Promise((done) => setImmediate(done));

/** A connection that records what it executes. */
function connection(): { readonly executed: string[]; exec(text: string): void } {
  const executed: string[] = [];
  return { executed, exec: (text) => void executed.push(text) };
}

beforeEach(turnEnds);

it('begins once for all reads of a turn, and ends with it', async () => {
  const [snapshot, { executed, ...on }] = [new TurnSnapshot(), connection()];
  requestArrived();
  snapshot.enter(on);
  snapshot.enter(on);
  expect(executed).toEqual(['BEGIN']);
  await turnEnds();
  expect(executed).toEqual(['BEGIN', 'COMMIT']);
  requestArrived();
  snapshot.enter(on);
  await turnEnds();
  expect(executed).toEqual(['BEGIN', 'COMMIT', 'BEGIN', 'COMMIT']);
});

it('begins again if so many requests arrive that they count as another turn', async () => {
  const [snapshot, { executed, ...on }] = [new TurnSnapshot(), connection()];
  requestArrived();
  snapshot.enter(on);
  for (let sent = 0; sent < 600; sent++) requestArrived();
  snapshot.enter(on);
  expect(executed).toEqual(['BEGIN', 'COMMIT', 'BEGIN']);
  await turnEnds();
});

it('begins nothing outside a turn, where it would not end', () => {
  const [snapshot, { executed, ...on }] = [new TurnSnapshot(), connection()];
  snapshot.enter(on);
  expect(executed).toEqual([]);
});

it('lets a connection write, and reads what was written in a new one', async () => {
  const [snapshot, { executed, ...on }] = [new TurnSnapshot(), connection()];
  requestArrived();
  snapshot.enter(on);
  snapshot.leave();
  snapshot.leave();
  expect(executed).toEqual(['BEGIN', 'COMMIT']);
  snapshot.enter(on);
  await turnEnds();
  expect(executed).toEqual(['BEGIN', 'COMMIT', 'BEGIN', 'COMMIT']);
});

it('is on one connection at a time', async () => {
  const executed: string[] = [];
  const on = (name: string) => ({ exec: (text: string) => void executed.push(`${name} ${text}`) });
  const [snapshot, one, other] = [new TurnSnapshot(), on('one'), on('other')];
  requestArrived();
  snapshot.enter(one);
  snapshot.enter(other);
  await turnEnds();
  expect(executed).toEqual(['one BEGIN', 'one COMMIT', 'other BEGIN', 'other COMMIT']);
});

it('tolerates that the engine has ended the transaction', () => {
  const snapshot = new TurnSnapshot();
  requestArrived();
  snapshot.enter({
    exec: (text) => {
      if (text === 'COMMIT') throw new Error('no transaction is active');
    },
  });
  expect(() => snapshot.leave()).not.toThrow();
});
