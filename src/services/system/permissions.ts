import { ApiError } from '../../errors/api-error.ts';
import { LEVELS } from '../../permissions/policy.ts';
import type { Condition } from '../../persistence/conditions.ts';
import type { Scope } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { refuseWarnings, unknownName, unknownWord, type Warning } from '../../query/plan/write/warnings.ts';
import { permissions } from '../../schema/system/permissions.ts';
import { asNumber, asText } from '../../shared/text.ts';
import type { WriteRules } from './rules.ts';

const WORDS: Readonly<Record<string, readonly string[]>> = {
  create: LEVELS,
  read: LEVELS,
  update: LEVELS,
  delete: LEVELS,
  comment: ['none', 'read', 'create', 'update', 'full'],
  explain: ['none', 'create', 'update', 'always'],
};
const FIELD_LISTS = ['read_field_blacklist', 'write_field_blacklist'];

/**
 * The rules of permissions. A change to another role's row is denied, not reported as missing. (Contract, P-12, P-14
 * and P-25.)
 */
export const permissionsRules: WriteRules = {
  hidden: { update: 'updateDenied' },
  references: { role: 'directus_roles' },
  check: (_context, payload) =>
    refuseWarnings(Object.entries(WORDS).flatMap(([name, known]) => unknownWord(name, payload[name], known))),
  existing: (tx, payload) => sameRow(tx, payload, null),
  async beforeChange(tx, key, payload) {
    if (!payload || !IDENTITY.some((name) => name in payload)) return;
    const stored = await readWhole(tx, presentCollection(tx.context, permissions.name), key);
    const id = stored && (await sameRow(tx, { ...stored, ...payload }, key));
    if (id) throw new ApiError('permissionExists', { id });
  },
  warnings: (context, payload, stored) => namesIn(context, payload, payload.collection ?? stored?.collection),
};

/** Together these identify a permission: a second row with the same values would never apply. */
const IDENTITY = ['role', 'collection', 'status'];

/** Returns the id of another row with the same role, collection and status; of several, the one that applies. */
async function sameRow(
  { context, connection }: Transaction,
  { role, collection, status }: Payload,
  except: string | null,
): Promise<string | null> {
  const wanted = asText(status ?? '');
  const named: Condition[] = [
    ['role', '=', asNumber(role)],
    ['collection', '=', asText(collection)],
    wanted === '' ? NO_STATUS : ['status', '=', wanted],
  ];
  const rows = await new TableRows(context.store.dialect, permissions).find(connection, named, 'id', MAX_ROWS);
  // Some engines also find statuses that differ in case.
  const same = rows.find((row) => asText(row.status ?? '') === wanted && String(row.id) !== except);
  return same ? String(same.id) : null;
}

const NO_STATUS: Condition = {
  any: [
    ['status', '=', null],
    ['status', '=', ''],
  ],
};
/** More than there are rows with the same values, unless another program has written them. */
const MAX_ROWS = 100;

/** Returns warnings for unknown collections, fields and statuses. The admin app uses `$create` as a status. */
function namesIn({ store }: Scope, payload: Payload, collectionName: unknown): Warning[] {
  const { collections } = store.catalog.schema;
  const collection = collections.get(asText(collectionName));
  if (!collection) return unknownName('collection', 'collection', payload.collection, collections.keys());
  const statuses = ['$create', ...(collection.status?.statuses.keys() ?? [])];
  return [
    ...unknownName('status', 'status', payload.status, statuses),
    ...entriesOf(payload.status_blacklist).flatMap((name) => unknownName('status_blacklist', 'status', name, statuses)),
    ...FIELD_LISTS.flatMap((list) =>
      entriesOf(payload[list]).flatMap((name) => unknownName(list, 'field', name, collection.byName.keys())),
    ),
  ];
}

/** Returns the entries of a list, which may be comma-separated text. */
function entriesOf(list: unknown): unknown[] {
  if (typeof list === 'string') return list.split(',').map((entry) => entry.trim());
  return Array.isArray(list) ? list : [];
}
