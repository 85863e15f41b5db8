import { describe, expect, it } from 'vitest';
import type { PermissionRow } from '../../../src/permissions/permission-row.ts';
import { compilePolicy } from '../../../src/permissions/policy.ts';

const row = (over: Partial<PermissionRow>): PermissionRow => ({
  id: 1,
  collection: 'notes',
  role: 3,
  status: null,
  create: null,
  read: null,
  update: null,
  delete: null,
  comment: null,
  explain: null,
  read_field_blacklist: [],
  write_field_blacklist: [],
  status_blacklist: [],
  ...over,
});
const notes = (...rows: Partial<PermissionRow>[]) => compilePolicy(3, rows.map(row)).collection('notes');

describe('the policy of a role', () => {
  it('allows nothing without a row, and nothing for unknown levels', () => {
    for (const policy of [notes(), notes({ read: 'all', create: 'FULL', update: '', delete: null })]) {
      for (const action of ['create', 'read', 'update', 'delete'] as const) expect(policy.allows(action)).toBe(false);
    }
  });

  it('is everything for the administrator except the password', () => {
    const policy = compilePolicy(1, []).collection('directus_users');
    expect(policy.allows('delete')).toBe(true);
    expect(policy.readable('token').kind).toBe('always');
    expect(policy.readable('password').kind).toBe('never');
  });

  it('depends on status alone as soon as one row has a status, and ignores rows of the app', () => {
    const policy = notes({ read: 'full' }, { status: 'draft', read: 'mine' }, { status: '$create', read: 'full' });
    expect(policy.rule('read')).toEqual({ kind: 'statuses', levels: [{ status: 'draft', level: 'mine' }] });
  });

  it('uses the first of equal rows', () => {
    expect(notes({ read: 'mine' }, { read: 'full' }).rule('read')).toEqual({ kind: 'level', level: 'mine' });
  });

  it('hides a field everywhere, in some statuses, or from everybody else', () => {
    expect(notes({ read_field_blacklist: ['secret'] }).readable('secret')).toEqual({ kind: 'never' });
    const byStatus = notes(
      { status: 'a', read: 'full', read_field_blacklist: ['secret'] },
      { status: 'b', read: 'full' },
    );
    expect(byStatus.readable('secret')).toEqual({ kind: 'statuses', hiddenIn: ['a'] });
    expect(compilePolicy(3, []).collection('directus_users').readable('2fa_secret')).toEqual({ kind: 'self' });
  });

  it('requires a comment as its rows say', () => {
    const asks = (explain: string) =>
      (['create', 'update', 'delete'] as const).map((action) => notes({ explain }).mustExplain(action, null));
    expect(asks('none')).toEqual([false, false, false]);
    expect(asks('create')).toEqual([true, false, false]);
    expect(asks('update')).toEqual([false, true, false]);
    expect(asks('always')).toEqual([true, true, true]);
  });
});
