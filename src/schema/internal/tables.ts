import { apiKeys } from './api-keys.ts';
import { idempotency } from './idempotency.ts';
import type { InternalTable } from './internal-table.ts';
import { jobChanges, jobRefusals, jobs } from './jobs.ts';
import { mentions } from './mentions.ts';
import { outbox } from './outbox.ts';
import { previews } from './previews.ts';
import { itemRules } from './rules.ts';
import { schedules } from './schedules.ts';
import { schemaChanges } from './schema-changes.ts';
import { scimGroups, scimUsers } from './scim.ts';
import { identities } from './sso.ts';
import { tasks } from './tasks.ts';
import { upkeep } from './upkeep.ts';
import { webhookSecrets } from './webhook-secrets.ts';

/** The internal tables in projects' databases, except those of the dialects. */
export const internalTables: readonly InternalTable[] = [
  apiKeys,
  idempotency,
  identities,
  jobs,
  jobRefusals,
  jobChanges,
  mentions,
  outbox,
  previews,
  itemRules,
  schemaChanges,
  schedules,
  scimUsers,
  scimGroups,
  tasks,
  upkeep,
  webhookSecrets,
];
