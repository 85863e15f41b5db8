import type { CollectionPolicy, FieldAccess } from '../../permissions/policy.ts';
import type { Collection } from '../../schema/collection.ts';

/** A field that a role may not read or may not write, and why. */
export interface ExplainedField {
  readonly field: string;
  /** Null if it may be read. */
  readonly hidden: string | null;
  /** Null if it may be written. */
  readonly unwritable: string | null;
}

/** The fields that a role may not read or write in items with a status. */
export function explainFields(
  policy: CollectionPolicy,
  { fields }: Collection,
  status: string | null,
  asked: ReadonlySet<string> | null,
): ExplainedField[] {
  return fields
    .filter(({ name }) => asked === null || asked.has(name))
    .map(({ name }) => ({
      field: name,
      hidden: hiddenBy(policy, name, status),
      unwritable: unwritableBy(policy, name, status),
    }))
    .filter(({ hidden, unwritable }) => hidden !== null || unwritable !== null);
}

function hiddenBy(policy: CollectionPolicy, name: string, status: string | null): string | null {
  const access = policy.readable(name);
  const permission = policy.permission(status);
  if (permission?.read_field_blacklist.includes(name)) return `read_field_blacklist of permission ${permission.id}`;
  return access.kind === 'statuses' ? null : BUILT_IN[access.kind];
}

const BUILT_IN: Readonly<Record<Exclude<FieldAccess['kind'], 'statuses'>, string | null>> = {
  always: null,
  never: 'nobody may read it',
  self: 'only the user in question and administrators may read it',
  narrowed: null,
};

function unwritableBy(policy: CollectionPolicy, name: string, status: string | null): string | null {
  if (policy.reserves(name)) return 'only administrators may write it';
  if (policy.writable(name, status)) return null;
  return `write_field_blacklist of permission ${policy.permission(status)?.id ?? ''}`;
}
