import { expect, it } from 'vitest';
import { HeldLists } from '../../../../src/http/admission/held-lists.ts';

it('leaves a quarter of its room to other callers', () => {
  const lists = new HeldLists();
  const release = lists.take('one', 3_000_000);
  lists.take('one', 3_000_000);
  expect(() => lists.take('one', 1)).toThrow(/busy|many requests/i);
  lists.take('other', 2_000_000);
  release();
  lists.take('one', 1);
});

it('has room for one list of every caller, however large it is', () => {
  const lists = new HeldLists();
  for (const caller of ['one', 'other', 'third']) {
    lists.take(caller, 9_000_000);
    expect(() => lists.take(caller, 1)).toThrow();
  }
});
