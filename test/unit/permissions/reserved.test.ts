import { describe, expect, it } from 'vitest';
import { isReserved, isReservedField } from '../../../src/permissions/reserved.ts';

const ACTIONS = ['create', 'read', 'update', 'delete'] as const;

describe('what only administrators may do', () => {
  it.each([
    ['directus_activity', ['update', 'delete']],
    ['directus_collections', ['create', 'update', 'delete']],
    ['directus_permissions', ['create', 'update', 'delete']],
    ['directus_revisions', ['create', 'update', 'delete']],
    ['directus_user_sessions', ['create', 'update', 'delete']],
    ['directus_webhooks', ['create', 'update', 'delete']],
    ['directus_users', []],
    ['directus_files', []],
    ['notes', []],
    // Names that every JavaScript object has.
    ['constructor', []],
    ['__proto__', []],
    ['toString', []],
  ])('with %s is %j', (collection, reserved) => {
    expect(ACTIONS.filter((action) => isReserved(collection, action))).toEqual(reserved);
  });

  it.each([
    ['directus_users', 'role', true],
    ['directus_users', 'token', true],
    ['directus_users', 'status', true],
    ['directus_users', 'email', false],
    ['directus_roles', 'ip_whitelist', true],
    ['directus_roles', 'name', false],
    ['directus_files', 'private_hash', true],
    ['directus_activity', 'action_by', true],
    ['directus_activity', 'comment', false],
    ['notes', 'role', false],
    ['constructor', 'name', false],
    ['__proto__', 'role', false],
  ])('in %s, with the field %s: %s', (collection, field, reserved) => {
    expect(isReservedField(collection, field)).toBe(reserved);
  });
});
