import { bind, NO_BINDING } from '../../dialects/bind.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import { and, type Comparison, columnNamed, type Expression, fixed, or, selectFrom } from '../../query/sql/nodes.ts';
import type { Kind } from '../../schema/datatypes.ts';
import type { Stored } from '../../schema/field-type.ts';
import { collectionOf } from '../../schema/schema.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { readWhole } from '../items/read.ts';
import { type Doubt, refuseDoubts, unknownName, unknownWord } from '../strict/doubts.ts';
import type { WriteRules } from './rules.ts';

const LEVELS = ['none', 'mine', 'role', 'full'];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  create: LEVELS,
  read: LEVELS,
  update: LEVELS,
  delete: LEVELS,
  comment: ['none', 'read', 'create', 'update', 'full'],
  explain: ['none', 'create', 'update', 'always'],
};
const FIELD_LISTS = ['read_field_blacklist', 'write_field_blacklist'];

/** Permissions: a row of another role is denied, not missing. (Contract, P-12, P-14 and P-25.) */
export const permissionsRules: WriteRules = {
  hidden: { update: 'updateDenied' },
  points: { role: 'directus_roles' },
  check: (_context, payload) =>
    refuseDoubts(Object.entries(WORDS).flatMap(([name, known]) => unknownWord(name, payload[name], known))),
  existing: (tx, payload) => sameRow(tx, payload, null),
  async beforeChange(tx, key, payload) {
    if (!payload || !IDENTITY.some((name) => name in payload)) return;
    const permissions = collectionOf(tx.context.store.catalog.schema, 'directus_permissions');
    const stored = await readWhole(tx.context, tx.connection, permissions, key);
    const id = stored && (await sameRow(tx, { ...stored, ...payload }, key));
    if (id) throw new ApiError('permissionExists', { id });
  },
  doubts: (context, payload, stored) => namesIn(context, payload, payload.collection ?? stored?.collection),
};

/** Together they name a row: a second one would never count. */
const IDENTITY = ['role', 'collection', 'status'];

/** The id of another row that says the same role, collection and status: of the one that counts. */
async function sameRow(
  { context, connection }: Transaction,
  { role, collection, status }: Payload,
  except: string | null,
): Promise<string | null> {
  const id = columnNamed('id', 'integer');
  const where = and([
    compared('role', asNumber(role), 'integer'),
    compared('collection', asText(collection), 'text'),
    status === undefined || status === '' || status === null
      ? or([{ type: 'null', of: columnNamed('status', 'text'), negated: false }, compared('status', '', 'text')])
      : compared('status', asText(status), 'text'),
    except === null ? null : compared('id', Number(except), 'integer', '<>'),
  ]);
  const order = [{ by: id, descending: false, nulls: null, text: false }];
  const select = selectFrom('directus_permissions', [id], { where, order, limit: 1 });
  const [row] = await connection.all(bind(context.store.dialect.printer.select(select), NO_BINDING));
  return row ? String(row[0]) : null;
}

const compared = (name: string, value: Stored, kind: Kind, sign: Comparison = '='): Expression => ({
  type: 'compare',
  sign,
  left: columnNamed(name, kind),
  right: fixed(value, kind),
});

/** Collections, fields and statuses that are not there; `$create` and its like are the admin app's. */
function namesIn({ store }: Context, payload: Payload, collectionName: unknown): Doubt[] {
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

/** The entries of a list, which may come as text with commas. */
function entriesOf(list: unknown): unknown[] {
  if (typeof list === 'string') return list.split(',').map((entry) => entry.trim());
  return Array.isArray(list) ? list : [];
}
