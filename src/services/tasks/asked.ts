import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import type { Account } from '../../persistence/accounts.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import type { Source } from '../../persistence/source.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { users } from '../../schema/system/users.ts';
import { visibleKeys } from '../items/visible.ts';
import { type ItemAt, readerOf } from '../mentions/reader.ts';
import type { Asked } from './wanted.ts';

/** How many active users of a role are checked. */
const MAX_OF_ROLE = 50;

/**
 * The accounts of the assignees who may read the item. Users whom the caller may not see, who are not active, or who
 * may not read the item all give the same error, so that it does not reveal which. Error 4.
 */
export async function requireReaders(source: Source, asked: Asked, at: ItemAt): Promise<readonly Account[]> {
  const readers = (await isSeen(source, asked)) ? await readersAmong(source, asked, at) : [];
  if (readers.length === 0) refuse(asked);
  return readers;
}

/** Assignees who may read an item; for a role, those among its first active users. */
export async function readersAmong(
  source: Source,
  asked: Asked,
  at: ItemAt,
  most = MAX_OF_ROLE,
): Promise<readonly Account[]> {
  const { store } = source.context;
  const readers: Account[] = [];
  for (const id of asked.kind === 'user' ? [asked.id] : await activeUsersOf(source, asked.id, most)) {
    const reader = await readerOf(source, store, id, at);
    if (reader) readers.push(reader);
  }
  return readers;
}

async function isSeen(source: Source, { kind, id }: Asked): Promise<boolean> {
  if (kind === 'role' && id === PUBLIC_ROLE) return false;
  const collection = presentCollection(source.context, `directus_${kind}s`);
  return (await visibleKeys(source, collection, [String(id)])).has(String(id));
}

async function activeUsersOf({ context, reader }: Source, role: number, most: number): Promise<readonly number[]> {
  const rows = await new TableRows(context.store.dialect, users).find(
    reader,
    [
      ['role', '=', role],
      ['status', '=', 'active'],
    ],
    'id',
    most,
    { columns: ['id'] },
  );
  return rows.map(({ id }) => Number(id));
}

function refuse({ kind }: Asked): never {
  const violations = new Violations();
  violations.add(kind, violation.expected(`a ${kind} that you see and that may read the item`));
  violations.throwIfAny();
  throw new ApiError('internal');
}
