import { type Caller, roleOf, userIdOf } from '../../permissions/caller.ts';
import type { ItemRule, RuleFilter } from '../../permissions/item-rule.ts';
import { planContext } from '../../persistence/context.ts';
import { rowMatches } from '../../persistence/read/row-matches.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import type { Source } from '../../persistence/source.ts';
import { planRuleFilter } from '../../query/plan/rule-filter.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';

/** One condition of a rule, the item's value, and whether the value fulfils the condition. */
export interface Compared {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
  readonly actual: unknown;
  readonly holds: boolean;
}

/**
 * Compares an item with each condition of a rule's part. A rule about another status has no conditions for the item.
 */
export async function compareEach(
  source: Source,
  collection: Collection,
  stored: Item,
  key: string,
  { filter, status }: { readonly filter: RuleFilter; readonly status: ItemRule['status'] },
): Promise<Compared[]> {
  const { schema } = planContext(source.context);
  if (status !== null && stored[collection.status?.field.name ?? ''] !== status) return [];
  const compared: Compared[] = [];
  for (const [path, given] of Object.entries(filter))
    for (const [operator, value] of Object.entries(isRecord(given) ? given : { eq: given })) {
      if (operator === 'logical') continue;
      const where = planRuleFilter(schema, collection, { [path]: { [operator]: value } });
      const holds = await rowMatches(source, collection, key, where);
      const actual = await valueAt(source, collection, stored, path.split('.'));
      compared.push({ path, operator, value: withVariables(source.context.caller, value), actual, holds });
    }
  return compared;
}

/** Replaces the texts that stand for the caller's id and role by their values. */
function withVariables(caller: Caller, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withVariables(caller, each));
  if (value === '$me') return userIdOf(caller);
  return value === '$role' ? roleOf(caller) : value;
}

/** The value at the end of a path through to-one relations, read by the server itself; null if the path ends early. */
async function valueAt(
  source: Source,
  collection: Collection,
  item: Item,
  [name = '', ...rest]: readonly string[],
): Promise<unknown> {
  const value = item[name] ?? null;
  if (rest.length === 0 || value === null) return value;
  const { schema } = planContext(source.context);
  const related = schema.collections.get(collection.byName.get(name)?.relation?.collection ?? '');
  const next = related && (await readWhole(source, related, asText(value)));
  return related && next ? valueAt(source, related, next, rest) : null;
}
