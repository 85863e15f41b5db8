import { VueQueryPlugin } from '@tanstack/vue-query';
import { describe, expect, it } from 'vitest';
import { shallowRef } from 'vue';
import { type Project, projectKey } from '../src/api/project.ts';
import { makeQueryClient } from '../src/api/queries.ts';
import { type Move, type Moves, useMoves } from '../src/list/layouts/moves.ts';
import { collectionFor } from './collections.ts';
import { within } from './support/within.ts';

const NOTES = collectionFor({ day: { type: 'date' }, place: { type: 'sort' } });
const FIRST = { id: 1, day: '2026-11-01' };

/** Moves whose writes are told in `sent`, and end when `answers` are called. */
function movesOf(sent: unknown[], answers: (() => void)[], isOrdered = false): Moves {
  const write = (...asked: readonly unknown[]): Promise<void> => {
    sent.push(asked.slice(0, 2));
    return new Promise((answer) => answers.push(answer));
  };
  const client = { items: () => ({ update: write, updateMany: write }) };
  return within(
    (app) => {
      app.provide(projectKey, shallowRef({ client } as unknown as Project));
      app.use(VueQueryPlugin, { queryClient: makeQueryClient() });
    },
    () => useMoves(NOTES, { isOrdered }),
  );
}

const to = (row: typeof FIRST, day: string) => ({ row, change: { day }, undo: { day: row.day }, said: day });

it('sends the moves of an item one after another, and shows the last until that is stored', async () => {
  const sent: unknown[] = [];
  const answers: (() => void)[] = [];
  const { move, pending } = movesOf(sent, answers);
  const earlier = move(to(FIRST, '2026-11-02'));
  const later = move(to({ ...FIRST, day: '2026-11-02' }, '2026-11-03'));
  await expect.poll(() => sent).toEqual([['1', { day: '2026-11-02' }]]);
  answers[0]?.();
  await earlier;
  expect(pending.get('1')).toEqual({ id: 1, day: '2026-11-03' });
  await expect.poll(() => sent.at(-1)).toEqual(['1', { day: '2026-11-03' }]);
  answers[1]?.();
  await later;
  expect(pending.size).toBe(0);
});

it('does not let moves of other items wait', async () => {
  const sent: unknown[] = [];
  const { move } = movesOf(sent, []);
  void move(to(FIRST, '2026-11-02'));
  void move(to({ ...FIRST, id: 2 }, '2026-11-02'));
  await expect.poll(() => sent.length).toBe(2);
});

describe('in an order that people make', () => {
  const [A, B] = [
    { id: 1, place: 1 },
    { id: 2, place: 2 },
  ];
  const down: Move = { row: A, change: { place: 3 }, undo: { place: 1 }, said: 'down', others: [] };
  const up: Move = { ...down, row: B, change: { place: 1 }, said: 'up', others: [{ row: A, change: { place: 2 } }] };

  it('sends moves one after another, whatever they move', async () => {
    const sent: unknown[] = [];
    const answers: (() => void)[] = [];
    const { move } = movesOf(sent, answers, true);
    const earlier = move(down);
    const later = move(up);
    await expect.poll(() => sent).toEqual([['1', { place: 3 }]]);
    answers[0]?.();
    await earlier;
    const both = [
      { id: 2, place: 1 },
      { id: 1, place: 2 },
    ];
    await expect.poll(() => sent.slice(1)).toEqual([[both, { fields: ['id'] }]]);
    answers[1]?.();
    await later;
  });

  it('shows the new places of others at once, too, since the next move goes by them', async () => {
    const answers: (() => void)[] = [];
    const { move, pending } = movesOf([], answers, true);
    const moving = move(up);
    expect([...pending.values()]).toEqual([
      { id: 2, place: 1 },
      { id: 1, place: 2 },
    ]);
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    await moving;
    expect(pending.size).toBe(0);
  });
});
