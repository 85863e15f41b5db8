import { expect, it } from 'vitest';
import type { PermissionRow } from '../../../src/permissions/permission-row.ts';
import { Policies } from '../../../src/permissions/policies.ts';
import { busyMs } from '../../support/busy-time.ts';

const ROLES = 5_000;
const COLLECTIONS = 14;
const FIRST = 3;

const row = (role: number, of: number): PermissionRow => ({
  id: role * COLLECTIONS + of,
  collection: `c${of}`,
  role,
  status: null,
  create: null,
  read: 'full',
  update: null,
  delete: null,
  comment: null,
  explain: null,
  read_field_blacklist: [],
  write_field_blacklist: [],
  status_blacklist: [],
});
const roles = Array.from({ length: ROLES }, (_, index) => index + FIRST);
const rows = roles.flatMap((role) => Array.from({ length: COLLECTIONS }, (_, of) => row(role, of)));

it('reuses unchanged parts, even if a role was not needed in between', () => {
  const first = new Policies([row(3, 0), row(3, 1)], []);
  const [kept, changed] = [first.of(3).collection('c0'), first.of(3).collection('c1')];
  const second = new Policies([row(3, 0), { ...row(3, 1), read: 'none' }], [], first);
  const third = new Policies([row(3, 0), { ...row(3, 1), read: 'none' }], [], second);
  expect(third.of(3).collection('c0')).toBe(kept);
  expect(third.of(3).collection('c1')).not.toBe(changed);
  expect(third.of(3).collection('c1').allows('read')).toBe(false);
});

it('applies a change quickly although thousands of roles are in use', () => {
  const former = new Policies(rows, []);
  for (const role of roles) former.of(role).collection('c0').allows('read');
  const began = busyMs();
  const after = new Policies([...rows, row(2, 0)], [], former);
  expect(after.of(2).collection('c0').allows('read')).toBe(true);
  expect(busyMs() - began).toBeLessThan(100);
});
