import { idempotency } from './idempotency.ts';
import { imports } from './imports.ts';
import type { InternalTable } from './internal-table.ts';
import { outbox } from './outbox.ts';
import { scimGroups, scimUsers } from './scim.ts';
import { identities } from './sso.ts';
import { upkeep } from './upkeep.ts';

/** Octavo's own tables in the databases of projects, besides those that dialects keep for themselves. */
export const internalTables: readonly InternalTable[] = [
  idempotency,
  identities,
  imports,
  outbox,
  scimUsers,
  scimGroups,
  upkeep,
];
