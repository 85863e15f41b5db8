import { OctavoError } from '@octavo/client';
import { expect, it } from 'vitest';
import { shallowRef } from 'vue';
import type { Column } from '../src/list/columns.ts';
import type { Row, Rows } from '../src/list/rows.ts';
import { useInline } from '../src/list/use-inline.ts';
import { toasts } from '../src/ui/toasts.ts';
import { collectionFor } from './collections.ts';

const ARTICLES = collectionFor({ title: {}, minutes: { type: 'integer' } });
const columnOf = (name: string): Column => ({ field: ARTICLES.field(name) }) as unknown as Column;
const MINUTES = columnOf('minutes');
const REFUSAL = new OctavoError(422, [{ code: 4, message: 'too long' }], null);

interface Sent {
  readonly change: Row;
  readonly accept: () => void;
  readonly refuse: () => void;
}

/** A list of one article whose saves are told in `sent`, each answered when a test says so. */
function listOfOne() {
  const rows = shallowRef<readonly Row[]>([{ id: 1, title: 'Bread', minutes: 4 }]);
  const sent: Sent[] = [];
  const patch = (_key: string, change: Row): void => {
    rows.value = rows.value.map((row) => ({ ...row, ...change }));
  };
  const update = (_key: string, change: Row): Promise<Row> =>
    new Promise((accept, refuse) => {
      sent.push({ change, accept: () => accept(change), refuse: () => refuse(REFUSAL) });
    });
  const list = { rows, patch } as unknown as Rows;
  const { save } = useInline({ update } as never, ARTICLES, list, () => undefined);
  const type = (column: Column, value: unknown): Promise<void> => save(rows.value[0] as Row, column, value);
  return { sent, type, shown: (): unknown => rows.value[0] };
}

it('sends the values of a cell one after another, and shows the last all the while', async () => {
  const { sent, type, shown } = listOfOne();
  const saves = [type(MINUTES, 5), type(MINUTES, 6)];
  await expect.poll(() => sent.map(({ change }) => change)).toEqual([{ minutes: 5 }]);
  sent[0]?.accept();
  await expect.poll(() => sent.map(({ change }) => change)).toEqual([{ minutes: 5 }, { minutes: 6 }]);
  expect(shown()).toMatchObject({ minutes: 6 });
  sent[1]?.accept();
  await Promise.all(saves);
  expect(shown()).toMatchObject({ minutes: 6 });
});

it('goes back to what is stored where a later value is refused, and where all are', async () => {
  const { sent, type, shown } = listOfOne();
  const saves = [type(MINUTES, 5), type(MINUTES, 6)];
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.accept();
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.refuse();
  await Promise.all(saves);
  expect(shown()).toMatchObject({ minutes: 5 });
  const more = [type(MINUTES, 7), type(MINUTES, 8)];
  for (const at of [2, 3]) {
    await expect.poll(() => sent.length).toBe(at + 1);
    sent[at]?.refuse();
  }
  await Promise.all(more);
  expect(shown()).toMatchObject({ minutes: 5 });
});

it('undoes a value to what was stored before, not to one that was refused', async () => {
  const { sent, type, shown } = listOfOne();
  const saves = [type(MINUTES, 5), type(MINUTES, 6)];
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.refuse();
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.accept();
  await Promise.all(saves);
  toasts.findLast(({ action }) => action)?.action?.run();
  await expect.poll(() => sent.at(2)?.change).toEqual({ minutes: 4 });
  sent[2]?.accept();
  await expect.poll(shown).toMatchObject({ minutes: 4 });
});

it('sends two cells of an item one after another', async () => {
  const { sent, type, shown } = listOfOne();
  const saves = [type(MINUTES, 5), type(columnOf('title'), 'Butter')];
  await expect.poll(() => sent.length).toBe(1);
  expect(shown()).toEqual({ id: 1, title: 'Butter', minutes: 5 });
  sent[0]?.refuse();
  await expect.poll(() => sent.length).toBe(2);
  expect(shown()).toEqual({ id: 1, title: 'Butter', minutes: 4 });
  sent[1]?.accept();
  await Promise.all(saves);
});
