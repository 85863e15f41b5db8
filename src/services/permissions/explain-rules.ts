import type { Action } from '../../permissions/action.ts';
import type { ItemRule, RuleFilter } from '../../permissions/item-rule.ts';
import { planContext } from '../../persistence/context.ts';
import { rowMatches } from '../../persistence/read/row-matches.ts';
import type { Source } from '../../persistence/source.ts';
import { operatorOf } from '../../query/operators.ts';
import { problemOf, type RulePart, rowsOfRule } from '../../query/plan/item-rules.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { type Compared, compareEach } from './explain-compared.ts';

const PARTS: readonly RulePart[] = ['filter', 'validation'];

/** One part of a rule, and whether the item fulfils it. */
export interface ExplainedRule {
  readonly id: number;
  readonly action: Action;
  readonly part: RulePart;
  readonly status: string | null;
  readonly filter: RuleFilter;
  readonly words: string;
  /** Null if there is no item. */
  readonly holds: boolean | null;
  readonly problem: string | null;
  /** Each condition with the compared values, for administrators only; null for others and if there is no item. */
  readonly compared: readonly Compared[] | null;
}

/** The item that a question is about. */
interface Asked {
  readonly key: string;
  readonly stored: Item;
  /** Whether the compared values may be shown. */
  readonly isOpen: boolean;
}

/** The item rules that decide about an action. Changing an item also requires seeing it. */
export async function explainRules(
  source: Source,
  collection: Collection,
  action: Action,
  item: Asked | null,
): Promise<ExplainedRule[]> {
  const { schema, policy } = planContext(source.context);
  const rulesAbout = (each: Action): readonly ItemRule[] => policy.collection(collection.name).itemRules(each);
  const rules = [...(action === 'update' ? rulesAbout('read') : []), ...rulesAbout(action)];
  const explained: ExplainedRule[] = [];
  for (const rule of rules)
    for (const part of PARTS) {
      const filter = rule[part];
      if (filter === null) continue;
      const where = rowsOfRule(schema, collection, rule, part);
      const holds = item === null || where === null ? null : await rowMatches(source, collection, item.key, where);
      const { id, status } = rule;
      const problem = problemOf(schema, rule);
      const isCompared = item?.isOpen === true && problem === null;
      const compared = isCompared
        ? await compareEach(source, collection, item.stored, item.key, { filter, status })
        : null;
      explained.push({
        id,
        action: rule.action,
        part,
        status,
        filter,
        words: inWords(filter),
        holds,
        problem,
        compared,
      });
    }
  return explained;
}

/** A filter as a sentence: `team.name equal "red" and minutes less than "6"`. */
function inWords(filter: RuleFilter): string {
  const fields = Object.entries(filter).map(([path, given]) => {
    const tests = isRecord(given) ? given : { eq: given };
    const joint = tests.logical === 'or' ? ' or ' : ' and ';
    const words = Object.entries(tests)
      .filter(([name]) => name !== 'logical')
      .map(([name, value]) => `${path} ${operatorOf(name)?.help ?? name} ${JSON.stringify(asText(value))}`);
    return { joint, text: words.join(joint) };
  });
  return fields.map(({ joint, text }, index) => (index > 0 ? `${joint}${text}` : text)).join('');
}
