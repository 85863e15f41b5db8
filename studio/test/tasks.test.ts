import { expect, it } from 'vitest';
import { askedIn, choicesOf } from '../src/tasks/askable.ts';
import { byUrgency, isFor, isLate, openFirst, type TaskRow } from '../src/tasks/tasks.ts';

const task = (more: Partial<TaskRow>): TaskRow => ({
  ...{ id: 1, collection: 'articles', item: '1', state: 'open', user: null, role: null, by: 9, note: null, due: null },
  ...{ answer: null, answered_by: null, created_on: '2026-01-01T00:00:00Z', ended_on: null },
  ...more,
});
const idsOf = (tasks: readonly TaskRow[]): number[] => tasks.map(({ id }) => id);

it('shows open tasks before those that are over, the newest first', () => {
  const tasks = [task({ id: 1, state: 'done' }), task({ id: 2 }), task({ id: 3, state: 'ended' }), task({ id: 4 })];
  expect(idsOf(tasks.toSorted(openFirst))).toEqual([4, 2, 3, 1]);
});

it('lists what is due soonest first, then what has waited longest', () => {
  const tasks = [task({ id: 3 }), task({ id: 1 }), task({ id: 5, due: '2026-05-01T00:00:00Z' })];
  expect(idsOf([...tasks, task({ id: 6, due: '2026-04-30T23:00:00-08:00' })].toSorted(byUrgency))).toEqual([
    5, 6, 1, 3,
  ]);
});

it('asks for the answer of the person or the role, while it is open', () => {
  const me = { id: 5, role: { id: 3, name: 'Editors' } };
  const isForMe = (more: Partial<TaskRow>): boolean => isFor({ me } as Parameters<typeof isFor>[0], task(more));
  expect([isForMe({ user: 5 }), isForMe({ role: 3 })]).toEqual([true, true]);
  expect([isForMe({ user: 6 }), isForMe({ role: 4 }), isForMe({ user: 5, state: 'done' })]).toEqual([
    false,
    false,
    false,
  ]);
});

it('is late once its time is over, unless it is answered', () => {
  const due = '2026-05-01T00:00:00Z';
  const [before, after] = [Date.parse('2026-04-30T00:00:00Z'), Date.parse('2026-05-02T00:00:00Z')];
  expect([isLate(task({ due }), before), isLate(task({ due }), after)]).toEqual([false, true]);
  expect([isLate(task({}), after), isLate(task({ due, state: 'done' }), after)]).toEqual([false, false]);
});

it('offers people and roles as one list', () => {
  const users = [{ id: 7, first_name: 'Mia', last_name: 'Moss' }];
  const choices = choicesOf({ users, roles: [{ id: 3, name: 'Editors' }] }, 'Role');
  expect(choices).toEqual([
    { value: 'user 7', label: 'Mia Moss' },
    { value: 'role 3', label: 'Editors', note: 'Role' },
  ]);
  expect(choices.map(({ value }) => askedIn(value))).toEqual([
    { user: 7, role: null },
    { user: null, role: 3 },
  ]);
  expect(choicesOf(undefined, 'Role')).toEqual([]);
});
