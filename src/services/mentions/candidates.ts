import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { committed } from '../../persistence/source.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { parseQuery } from '../../query/parse/query.ts';
import { asNumber } from '../../shared/text.ts';
import { itemsOrNone } from '../items/items-or-none.ts';
import { readList } from '../items/read.ts';
import { visibleItem } from '../items/visible.ts';
import { type ItemAt, readerOf } from './reader.ts';

/** A user who can be mentioned. */
interface Candidate {
  readonly id: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** How many users are checked, and how many are returned. */
const LOOKED_AT = 40;
const MAX_CANDIDATES = 8;

/**
 * The users who can be mentioned in a comment on an item: active users whom the caller may see and who may read the
 * item. `search` is the beginning of a name. Errors 200, 203, 300.
 */
export async function mentionable(
  context: Context,
  name: string,
  item: string,
  search: string,
): Promise<readonly Candidate[]> {
  const source = committed(context);
  const collection = presentCollection(context, name);
  if (!(await visibleItem(source, collection, item))) throw new ApiError('itemNotFound');
  const found: Candidate[] = [];
  for (const user of await usersNamed(context, search)) {
    if (found.length >= MAX_CANDIDATES) break;
    if (user.id !== userIdOf(context.caller) && (await isReader(context, user, { collection, item }))) found.push(user);
  }
  return found;
}

const isReader = async (context: Context, { id }: Candidate, at: ItemAt): Promise<boolean> =>
  (await readerOf(committed(context), context.store, id, at)) !== null;

/** Empty if the caller may not read users. */
async function usersNamed(context: Context, search: string): Promise<readonly Candidate[]> {
  const query = parseQuery(parseParameters(`${ASKED}${conditionsOn(search)}`));
  const items = await itemsOrNone(() => readList(committed(context), 'directus_users', query));
  return items.map(({ id, first_name, last_name }) => ({
    id: asNumber(id),
    first_name: (first_name as string | null) ?? null,
    last_name: (last_name as string | null) ?? null,
  }));
}

const ASKED = `limit=${LOOKED_AT}&fields=id,first_name,last_name&sort=first_name,last_name,id`;

/** Conditions for the beginning of either name, or of both. */
function conditionsOn(search: string): string {
  const [first, last] = search.trim().split(/\s+/).filter(Boolean).map(beginning);
  if (first === undefined) return '&filter[status]=active';
  const logical = last === undefined ? '&filter[last_name][logical]=or' : '';
  return `&filter[first_name][rlike]=${first}&filter[last_name][rlike]=${last ?? first}${logical}`;
}

/** The pattern for texts that begin with a word, without characters that have a meaning in patterns. */
const beginning = (word: string): string => encodeURIComponent(`${word.replace(/[%_\\]/g, '')}%`);
