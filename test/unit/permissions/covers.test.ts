import { describe, expect, it } from 'vitest';
import { type Compared, covers } from '../../../src/permissions/covers.ts';
import type { ItemRule } from '../../../src/permissions/item-rule.ts';
import type { PermissionRow } from '../../../src/permissions/permission-row.ts';
import { compilePolicy } from '../../../src/permissions/policy.ts';

const row = (over: Partial<PermissionRow>): PermissionRow => ({
  id: 1,
  collection: 'notes',
  role: 0,
  status: null,
  create: 'full',
  read: 'full',
  update: 'full',
  delete: 'full',
  comment: null,
  explain: null,
  read_field_blacklist: [],
  write_field_blacklist: [],
  status_blacklist: [],
  ...over,
});
const NOTES: Compared = { name: 'notes', fields: [{ name: 'title' }, { name: 'text' }], statuses: ['draft', 'live'] };
type Rows = readonly Partial<PermissionRow>[];

const rule = (over: Partial<ItemRule>): ItemRule => ({
  id: 1,
  role: 0,
  collection: 'notes',
  status: null,
  action: 'read',
  filter: { title: { eq: 'x' } },
  presets: {},
  validation: null,
  ...over,
});

/** Whether a role with some rules may do everything that one with others may, with the same permission. */
function areCovered(one: readonly ItemRule[], other: readonly ItemRule[]): boolean {
  const [first, second] = [compilePolicy(3, [row({ role: 3 })], one), compilePolicy(4, [row({ role: 4 })], other)];
  return covers(first, second, [NOTES]);
}

/** Whether a role with some rows may do everything that one with others may, in one collection. */
function isCovered(one: Rows, other: Rows): boolean {
  const [first, second] = [3, 4].map((role) =>
    compilePolicy(
      role,
      (role === 3 ? one : other).map((over) => row({ ...over, role })),
    ),
  );
  if (!first || !second) throw new Error('a policy is missing');
  return covers(first, second, [NOTES]);
}

describe('a policy that covers another', () => {
  it('allows at least as much for each action', () => {
    expect(isCovered([{}], [])).toBe(true);
    expect(isCovered([{}], [{ update: 'mine' }])).toBe(true);
    expect(isCovered([{ update: 'mine' }], [{ update: 'role' }])).toBe(false);
    expect(isCovered([{ delete: 'none' }], [{}])).toBe(false);
    expect(isCovered([], [{ create: 'none', update: 'none', delete: 'none' }])).toBe(false);
  });

  it('is bound by no rule that does not bind the other', () => {
    expect(areCovered([], [rule({})])).toBe(true);
    expect(areCovered([rule({})], [rule({})])).toBe(true);
    expect(areCovered([rule({})], [])).toBe(false);
    expect(areCovered([rule({})], [rule({ filter: { title: { eq: 'y' } } })])).toBe(false);
    expect(
      areCovered([rule({ filter: { owner: { eq: '$role' } } })], [rule({ filter: { owner: { eq: '$role' } } })]),
    ).toBe(false);
    const presets = rule({ action: 'create', filter: null, presets: { text: 'x' } });
    expect(areCovered([], [presets])).toBe(false);
  });

  it('allows it in each status', () => {
    const live = { status: 'live' };
    expect(isCovered([{}], [live])).toBe(true);
    expect(isCovered([live], [live])).toBe(true);
    expect(isCovered([live], [{}])).toBe(false);
    expect(isCovered([live], [live, { status: 'draft' }])).toBe(false);
  });

  it('allows it for each field', () => {
    expect(isCovered([{ read_field_blacklist: ['text'] }], [{}])).toBe(false);
    expect(isCovered([{ write_field_blacklist: ['text'] }], [{}])).toBe(false);
    expect(isCovered([{}], [{ read_field_blacklist: ['text'], write_field_blacklist: ['text'] }])).toBe(true);
    const hidden = { read_field_blacklist: ['text'] };
    expect(isCovered([{ status: 'live', ...hidden }, { status: 'draft' }], [{ status: 'live' }])).toBe(false);
  });

  it("is the administrators' for all others, and nobody's for theirs", () => {
    const [admin, editor] = [compilePolicy(1, []), compilePolicy(3, [row({ role: 3 })])];
    expect([covers(admin, editor, [NOTES]), covers(editor, admin, [])]).toEqual([true, false]);
  });
});
