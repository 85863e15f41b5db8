import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_BINDING } from '../../../../src/dialects/bind.ts';
import type { Reader } from '../../../../src/dialects/dialect.ts';
import { Budget } from '../../../../src/persistence/read/budget.ts';
import type { CompiledChild, CompiledNode } from '../../../../src/persistence/read/compiled-read.ts';
import { Lanes } from '../../../../src/persistence/read/lanes.ts';
import { type Reading, runRows, writeRows } from '../../../../src/persistence/read/run-read.ts';
import { manyRuns } from '../../../support/battery.ts';
import { countTurns } from '../../../support/loop-turns.ts';

const KEYS = [1, 2, 3];

/** A node whose rows are a key and a text; its relations lead to nodes with the same keys. */
const node = (name: string, children: readonly CompiledNode[] = []): CompiledNode => ({
  printed: { text: name, sources: [] },
  decode: ([id, text]) => ({ id, text, ...Object.fromEntries(children.map((child) => [child.printed.text, null])) }),
  write: ([id, text], _viewer, related) =>
    `{${[`"id":${id}`, `"text":"${text}"`, ...children.map((child, index) => `"${child.printed.text}":${related[index]}`)].join()}}`,
  children: children.map(
    (child): CompiledChild => ({
      name: child.printed.text,
      many: true,
      keyAt: 0,
      tieAt: 0,
      loose: false,
      nameOf: String,
      showKey: (id) => ({ id }),
      node: child,
    }),
  ),
});

const ROOT = node('root', [node('a', [node('aa'), node('ab')]), node('b'), node('c', [node('ca')]), node('d')]);

/** A database that needs some turns for each statement. */
const reader = (turns: Readonly<Record<string, number>>, concurrent: boolean): Reader => ({
  ...(concurrent && { concurrent }),
  async all({ text }) {
    for (let turn = 0; turn < (turns[text] ?? 0); turn++) await null;
    return KEYS.map((key) => [key, `${text} ${key}`]);
  },
});

async function read(from: Reader, maxValues: number) {
  const budget = new Budget({ maxCost: Number.POSITIVE_INFINITY, maxValues });
  const binding: Reading = { ...NO_BINDING, compute: () => null, budget, lanes: new Lanes() };
  const outcome = await Promise.resolve(runRows(from, ROOT, binding)).then(
    ({ items, weights }) => ({ items, weights, values: budget.values }),
    (error: Error) => error.message,
  );
  return JSON.stringify(outcome);
}

it('relations that are read concurrently give the same answers, weights and errors as in sequence', async () => {
  const names = ['a', 'aa', 'ab', 'b', 'c', 'ca', 'd'];
  const turns = fc.record(Object.fromEntries(names.map((name) => [name, fc.nat(12)])));
  await fc.assert(
    fc.asyncProperty(turns, fc.integer({ min: 1, max: 60 }), async (delays, most) => {
      expect(await read(reader(delays, true), most)).toBe(await read(reader({}, false), most));
    }),
    manyRuns(200),
  );
});

it('rows are written as JSON.stringify writes their items, and weigh the same', async () => {
  const budgets = [0, 1].map(() => new Budget({ maxCost: Number.POSITIVE_INFINITY, maxValues: 1_000 }));
  const [decoded, written] = budgets.map(
    (budget): Reading => ({ ...NO_BINDING, compute: () => null, budget, lanes: new Lanes() }),
  );
  const { rows, items } = await runRows(reader({}, true), ROOT, decoded as Reading);
  const { items: texts } = await writeRows(reader({}, true), ROOT, rows, written as Reading);
  expect(texts).toEqual(items.map((item) => JSON.stringify(item)));
  expect(budgets[1]?.values).toBe(budgets[0]?.values);
});

it('yields to the event loop while it processes a few rows with long texts', async () => {
  const long = 'x'.repeat(700_000);
  const plain = node('plain');
  const { turns, stop } = countTurns();
  const seen: number[] = [];
  const budget = new Budget({ maxCost: Number.POSITIVE_INFINITY, maxValues: 1_000_000 });
  const binding: Reading = { ...NO_BINDING, compute: () => null, budget, lanes: new Lanes() };
  const watched = {
    ...plain,
    decode: ([id]: readonly unknown[]) => {
      seen.push(turns());
      return { id };
    },
  };
  const { items } = await runRows({ all: () => KEYS.map((key) => [key, long]) }, watched, binding);
  stop();
  expect(items).toEqual(KEYS.map((id) => ({ id })));
  expect(new Set(seen).size).toBe(KEYS.length);
});
