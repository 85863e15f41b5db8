import { expect, it } from 'vitest';
import type { KeyRights } from '../../../src/permissions/key-rights.ts';
import { keyedPolicy } from '../../../src/permissions/keyed-policy.ts';
import { compilePolicy } from '../../../src/permissions/policy.ts';
import { ADMIN_ROLE } from '../../../src/permissions/roles.ts';

const admin = compilePolicy(ADMIN_ROLE, []);
const rights = (more: Partial<KeyRights>): KeyRights => ({
  key: 1,
  readOnly: false,
  collections: null,
  digest: JSON.stringify(more, (_name, value) => (value instanceof Map ? [...value.keys()] : value)),
  ...more,
});
const notes = rights({ collections: new Map([['notes', new Set(['read', 'update'] as const)]]) });

it('permits an action if both the role and the key do', () => {
  const none = keyedPolicy(compilePolicy(5, []), notes);
  const policy = keyedPolicy(admin, notes).collection('notes');
  expect([policy.allows('read'), policy.allows('update'), policy.allows('delete')]).toEqual([true, true, false]);
  expect(policy.rule('delete')).toEqual({ kind: 'level', level: 'none' });
  expect(none.collection('notes').allows('read')).toBe(false);
  expect(keyedPolicy(admin, notes).collection('others').allows('read')).toBe(false);
});

it('makes nobody an administrator who has a limited key', () => {
  expect([keyedPolicy(admin, notes).admin, keyedPolicy(admin, rights({})).admin]).toEqual([false, true]);
  const everything = new Map(
    ['directus_permissions', 'directus_users'].map((name) => [name, new Set(['update'] as const)]),
  );
  const policy = keyedPolicy(admin, rights({ collections: everything }));
  expect(policy.collection('directus_permissions').allows('update')).toBe(false);
  expect(policy.collection('directus_users').allows('update')).toBe(true);
  expect(policy.collection('directus_users').reserves('role')).toBe(true);
});

it('hides what a key could be exchanged for, even without limits', () => {
  for (const key of [rights({}), rights({ readOnly: true })]) {
    const users = keyedPolicy(admin, key).collection('directus_users');
    expect(['token', '2fa_secret', 'password_reset_token'].map((name) => users.readable(name).kind)).toEqual(
      Array(3).fill('never'),
    );
    expect(users.readable('email').kind).toBe('always');
  }
});

it('compares no revisions with a limited key', () => {
  const data = (key: KeyRights) => keyedPolicy(admin, key).collection('directus_revisions').readable('data');
  expect(data(rights({ readOnly: true }))).toEqual({ kind: 'narrowed', compared: false });
  expect(data(rights({}))).toEqual({ kind: 'narrowed', compared: true });
});

it('finds the same objects for the same rights, so that plans stay valid', () => {
  const again = rights({ ...notes, key: 2 });
  expect(keyedPolicy(admin, notes).collection('notes')).toBe(keyedPolicy(admin, again).collection('notes'));
  expect(keyedPolicy(admin, notes).collection('notes')).not.toBe(admin.collection('notes'));
});

it('has a digest of its own', () => {
  const digests = [admin, keyedPolicy(admin, rights({})), keyedPolicy(admin, notes)].map(({ digest }) => digest);
  expect(new Set(digests).size).toBe(3);
});
