import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condition, type Expression, join } from '../src/list/filter/expression.ts';
import {
  type Access,
  type AccessRow,
  asOne,
  cellAt,
  copyTo,
  emptyRow,
  isSplit,
  isUnfinished,
  LEVELS,
  rowAt,
  withRow,
  withRule,
} from '../src/people/access/access.ts';
import { admits, entriesIn, rangeOf } from '../src/people/access/addresses.ts';
import { countChanges, requestsFor } from '../src/people/access/changes.ts';
import { fitOf } from '../src/people/access/fit.ts';
import { differs } from '../src/people/access/lines.ts';
import { expressionOf, filterOf } from '../src/people/access/rule.ts';
import { stage, toRow } from '../src/people/access/staging.ts';
import { markOf } from '../src/people/access/words.ts';
import { addressesIn, isAddress } from '../src/people/users/users.ts';
import { collectionFor } from './collections.ts';

const NONE: Access = { rows: [], rules: [] };
const STATUSES = ['draft', 'published'];
const notes = { collection: 'notes', status: null } as const;
const full = { read: 'full', update: 'mine' } as const;
const stored = (access: Access): Access => ({
  rows: access.rows.map((row, index) => ({ ...row, id: index + 1 })),
  rules: access.rules.map((rule, index) => ({ ...rule, id: index + 1 })),
});
const start = stored(withRow(NONE, notes, STATUSES, (row) => ({ ...row, ...full })));
const read = { ...notes, action: 'read' } as const;
const toFull = (row: AccessRow): AccessRow => ({ ...row, read: 'full' });

describe('rows and cells', () => {
  it('a cell without a row is nothing, and a row is read at each status', () => {
    expect(cellAt(NONE, read, STATUSES)).toEqual({ level: 'none', hasRule: false, problem: null });
    expect(cellAt(start, { ...read, status: 'draft' }, STATUSES).level).toBe('full');
  });

  it('a change of one status gives each of them a row, and the collection shows that they differ', () => {
    const split = withRow(start, { ...notes, status: 'draft' }, STATUSES, (row) => ({ ...row, read: 'none' }));
    expect(isSplit(split, 'notes')).toBe(true);
    expect(cellAt(split, read, STATUSES).level).toBe('mixed');
    expect(rowAt(split, { ...notes, status: 'published' })).toMatchObject(full);
    const both = withRow(split, notes, STATUSES, (row) => ({ ...row, read: 'role' }));
    expect(cellAt(both, read, STATUSES).level).toBe('role');
  });

  it('one row of several allows no more than each of them did', () => {
    const level = fc.constantFrom(...LEVELS);
    fc.assert(
      fc.property(level, level, (one, other) => {
        const draft = withRow(start, { ...notes, status: 'draft' }, STATUSES, (row) => ({ ...row, read: one }));
        const split = withRow(draft, { ...notes, status: 'published' }, STATUSES, (row) => ({ ...row, read: other }));
        const least = Math.min(LEVELS.indexOf(one), LEVELS.indexOf(other));
        expect(LEVELS.indexOf(rowAt(asOne(split, 'notes', STATUSES), notes).read)).toBe(least);
      }),
    );
  });

  it('rows of statuses that begin with $ count for nothing and stay', () => {
    const special = { ...emptyRow({ collection: 'notes', status: '$create' }), id: 9, read: 'full' as const };
    const access = { ...NONE, rows: [special] };
    expect(cellAt(access, read, STATUSES).level).toBe('none');
    expect(withRow(access, notes, STATUSES, (row) => row).rows).toContain(special);
  });

  it('a rule marks the cell, and takes itself away when it says nothing', () => {
    const ruled = withRule(start, read, { filter: { owner: { eq: '$me' } } });
    expect(markOf(cellAt(ruled, read, STATUSES))).toBe('rule');
    expect(withRule(ruled, read, { filter: null }).rules).toEqual([]);
  });

  it('a rule without conditions is unfinished, and is not everything', () => {
    const begun = withRule(start, read, { filter: {} });
    expect(begun.rules.map(isUnfinished)).toEqual([true]);
    expect(markOf(cellAt(begun, read, STATUSES))).toBe('rule');
  });

  it('copies what fits: fields that are there, and the least of statuses that are not', () => {
    const split = withRow(start, { ...notes, status: 'draft' }, STATUSES, (row) => ({
      ...row,
      read: 'mine',
      read_field_blacklist: ['a', 'b'],
    }));
    const to = [{ name: 'other', fields: new Set(['b']), statuses: [] }];
    const row = rowAt(copyTo(split, 'notes', to), { collection: 'other', status: null });
    expect(row).toMatchObject({ id: null, status: null, read: 'mine', read_field_blacklist: ['b'] });
  });
});

describe('what is sent', () => {
  it('nothing for no change, and one request for many changes of one kind', () => {
    expect(requestsFor(3, start, start)).toEqual([]);
    const other = withRow(start, { collection: 'tags', status: null }, [], (row) => ({ ...row, read: 'full' }));
    const more = withRow(other, { collection: 'pages', status: null }, [], (row) => ({ ...row, read: 'full' }));
    const sent = requestsFor(
      3,
      start,
      withRow(more, notes, STATUSES, (row) => ({ ...row, delete: 'mine' })),
    );
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /permissions', 'PATCH /permissions']);
    expect(countChanges(start, more)).toBe(2);
  });

  it('rows of statuses come before the row that they replace goes', () => {
    const split = withRow(start, { ...notes, status: 'draft' }, STATUSES, (row) => ({ ...row, read: 'none' }));
    const sent = requestsFor(3, start, split);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /permissions', 'DELETE /permissions/1']);
    expect(sent[0]?.body).toMatchObject([{ role: 3, status: 'draft', read: 'none' }, { status: 'published' }]);
  });

  it('new rules come first and old ones go last, so that nothing opens in between', () => {
    const ruled = stored(withRule(start, read, { filter: { a: { eq: '1' } } }));
    const wider = withRow(withRule(ruled, read, { filter: null }), notes, STATUSES, (row) => ({
      ...row,
      read: 'mine',
    }));
    expect(requestsFor(3, ruled, wider).map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
    expect(requestsFor(3, wider, ruled).map(({ path }) => path)[0]).toMatch(/rules/);
  });

  it('an empty row is not made, and a duty of a closed collection is', () => {
    const touched = withRow(NONE, notes, [], (row) => ({ ...row, read: 'none' }));
    expect(requestsFor(3, NONE, touched)).toEqual([]);
    expect(
      requestsFor(
        3,
        NONE,
        withRow(NONE, notes, [], (row) => ({ ...row, comment: 'create' })),
      ),
    ).toHaveLength(1);
  });
});

describe('staging', () => {
  it('goes back step by step, and is clean again where it began', () => {
    const staging = stage(start);
    staging.change(withRow(start, notes, STATUSES, (row) => ({ ...row, delete: 'full' })));
    staging.change(withRow(staging.present.value, notes, STATUSES, (row) => ({ ...row, create: 'full' })));
    expect(staging.isDirty.value).toBe(true);
    staging.undo();
    expect(rowAt(staging.present.value, notes)).toMatchObject({ delete: 'full', create: 'none' });
    staging.undo();
    staging.undo();
    expect([staging.isDirty.value, staging.canUndo.value]).toEqual([false, false]);
  });

  it('keeps what was changed while a save ran, with the ids of what it has made', () => {
    const staging = stage(NONE);
    const tags = { collection: 'tags', status: null };
    staging.change(withRow(withRow(NONE, notes, [], toFull), tags, [], toFull));
    const sent = staging.present.value;
    staging.change(withRow(sent, notes, [], (row) => ({ ...row, update: 'mine' })));
    staging.change(withRow(staging.present.value, { ...tags, collection: 'pages' }, [], toFull));
    staging.settle(sent, stored(sent));
    const requests = requestsFor(3, staging.stored.value, staging.present.value);
    expect(requests.map(({ method, body }) => [method, body])).toMatchObject([
      ['POST', [{ collection: 'pages' }]],
      ['PATCH', [{ id: 1, read: 'full', update: 'mine' }]],
    ]);
    staging.undo();
    expect(staging.isDirty.value).toBe(false);
  });

  it('has nothing to save once a save has ended, and can take back what was saved meanwhile', () => {
    const staging = stage(NONE);
    staging.change(withRow(withRule(NONE, read, { filter: { a: { eq: '1' } } }), notes, [], toFull));
    const sent = staging.present.value;
    staging.settle(sent, stored(sent));
    expect([staging.isDirty.value, staging.canUndo.value]).toEqual([false, false]);
    staging.change(withRule(staging.present.value, read, { filter: null }));
    staging.change(withRow(staging.present.value, notes, [], toFull));
    const next = staging.present.value;
    staging.undo();
    staging.settle(next, next);
    expect(requestsFor(3, next, staging.present.value).map(({ method }) => method)).toEqual(['POST']);
  });

  it('reads rows as the server answers them: texts as lists, missing levels as nothing', () => {
    const row = toRow({ id: 4, collection: 'notes', status: '', read: null, status_blacklist: 'a,b', comment: null });
    expect(row).toMatchObject({ status: null, read: 'none', status_blacklist: ['a', 'b'], comment: 'full' });
  });
});

describe('rules', () => {
  const leaf = fc
    .tuple(fc.constantFrom('a', 'b', 'c.d', 'e'), fc.constantFrom('eq', 'gt', 'in', 'null', 'contains' as const))
    .map(([path, operator]) => condition(path, operator as 'eq', ['1']));
  const either = (parts: readonly Expression[]): Expression => join('or', parts) as Expression;

  it('says again what it has read, whatever filter could be written', () => {
    fc.assert(
      fc.property(fc.array(fc.array(leaf, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (given) => {
        const filter = filterOf(either(given.map((each) => join('and', each) as Expression)));
        if (!filter) return;
        const again = expressionOf(filter);
        expect(again && filterOf(again)).toEqual(filter);
      }),
    );
  });

  it('joins alternatives as the server reads them, and refuses what it could not say', () => {
    const [a, b] = [condition('a', 'eq', ['1']), condition('b', 'gt', ['2'])];
    expect(filterOf({ kind: 'or', of: [a, b] })).toEqual({ a: { eq: '1' }, b: { gt: '2', logical: 'or' } });
    const none = condition('b', 'null', []);
    expect(filterOf({ kind: 'or', of: [a, none] })).toEqual({ a: { eq: '1' }, b: { null: true, logical: 'or' } });
    expect(filterOf({ kind: 'or', of: [a, condition('a', 'eq', ['2'])] })).toEqual({ a: { in: ['1', '2'] } });
    expect(filterOf({ kind: 'and', of: [a, condition('a', 'eq', ['2'])] })).toBeNull();
    expect(filterOf({ kind: 'and', of: [either([a, b]), condition('c', 'eq', ['3'])] })).toBeNull();
  });

  it('counts the items of a person: the level, the rule, and who it is', () => {
    const collection = collectionFor({ owner: { type: 'owner' }, minutes: { type: 'integer' } });
    const ruled = withRule(start, { ...notes, action: 'update' }, { filter: { minutes: { lte: '9' } } });
    const person = { id: 7, role: 3 };
    const fit = fitOf(ruled, { ...notes, action: 'update' }, collection, person, new Date(0));
    expect(fit?.filter).toEqual({ and: [{ owner: { eq: '7' } }, { minutes: { lte: '9' } }] });
    expect(fitOf(start, { ...notes, action: 'delete' }, collection, person, new Date(0))).toBeNull();
  });

  it('two roles differ by what they may do, not by how it is stored', () => {
    const collection = collectionFor({});
    expect(differs(start, { ...start, rows: start.rows.map((row) => ({ ...row, id: 70 })) }, collection)).toBe(false);
    expect(differs(start, NONE, collection)).toBe(true);
  });
});

describe('addresses', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '10.0.0.1-10.0.0.9', '::1', '2001:db8::/32'])('takes %s', (entry) => {
    expect(rangeOf(entry)).not.toBeNull();
  });

  it.each(['10.0.0', '10.0.0.256', '10.0.0.0/33', '10.0.0.9-10.0.0.1', 'x', '1::2::3', '10.0.0.1/8/8', '01.2.3.4'])(
    'refuses %s',
    (entry) => {
      expect(rangeOf(entry)).toBeNull();
    },
  );

  it('knows who is locked out', () => {
    expect(admits([], '192.0.2.1')).toBe(true);
    expect(admits(['192.0.2.0/24'], '::ffff:192.0.2.9')).toBe(true);
    expect(admits(['10.0.0.0/8', '2001:db8::/32'], '2001:db9::1')).toBe(false);
    expect(entriesIn(' a, b\n\nc')).toEqual(['a', 'b', 'c']);
  });

  it('finds the mail addresses in what was pasted', () => {
    expect(addressesIn('Ana <ana@example.com>; ben@example.com,\nben@example.com nobody')).toEqual([
      'ana@example.com',
      'ben@example.com',
      'ben@example.com nobody',
    ]);
    expect(isAddress('ben@example.com nobody')).toBe(false);
  });
});
