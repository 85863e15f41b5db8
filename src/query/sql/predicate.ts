import { brokenRule, violation } from '../../errors/violations.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Kind } from '../../schema/datatypes.ts';
import { isExactMoment } from '../../schema/exact-moment.ts';
import type { Field, FieldRelation } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { textIndexOver } from '../../schema/table-index.ts';
import type { Condition } from '../ast.ts';
import { equalsNothing, isAddress } from '../compared.ts';
import { excludesValues } from '../operators.ts';
import type { Predicate, ToMany } from '../plan/plan.ts';
import { foreignKeyOf, isLookedUpOnce, type Related, type SomeRelated, tiesOf } from '../plan/related.ts';
import { isWordInTypedColumn, type Searching, searchedForm } from '../plan/searched-form.ts';
import { type Aliases, column } from './columns.ts';
import { amongKeys, keySourcesOf } from './key-sources.ts';
import { and, CALLER, columnNamed, type Expression, FALSE, fixed, or, type Select, selectFrom } from './nodes.ts';
import { operand, rawPattern, searchPattern, textAt, textPattern } from './operand.ts';

const ROLE: Expression = { type: 'parameter', kind: 'integer', source: ({ role }) => role };

/**
 * Translates a predicate to an expression on the rows of `alias`. The result distinguishes only true from everything
 * else.
 */
export function lower(predicate: Predicate, alias: string, aliases: Aliases, collection: Collection): Expression {
  if (predicate.type === 'and')
    return and(predicate.of.map((part) => lower(part, alias, aliases, collection))) ?? FALSE;
  const of = evaluated(predicate, alias, aliases, collection);
  const sources = keySourcesOf(predicate, collection, { aliases, evaluated });
  return sources ? amongKeys(collection, alias, sources, of) : of;
}

/** Like {@link lower}, but the result also distinguishes false from null. */
function evaluated(predicate: Predicate, alias: string, aliases: Aliases, collection: Collection): Expression {
  switch (predicate.type) {
    case 'constant':
      return predicate;
    case 'and':
      return and(predicate.of.map((part) => evaluated(part, alias, aliases, collection))) ?? FALSE;
    case 'or':
      return or(predicate.of.map((part) => evaluated(part, alias, aliases, collection))) ?? FALSE;
    case 'not':
      return { type: 'not', of: evaluated(predicate.of, alias, aliases, collection) };
    case 'sameKey':
      return lowerSameKey(predicate, alias, aliases, collection);
    case 'condition':
      return servable(
        lowerCondition(predicate.field, predicate.condition, comparedColumn(predicate.field, alias)),
        predicate,
        collection,
      );
    case 'status':
      return oneOf(predicate.field, predicate.statuses, alias, predicate.negated);
    case 'namesItem':
      return lowerNamed(predicate, alias, aliases);
    case 'language':
      return oneOf(predicate.field, predicate.languages, alias, false);
    case 'owner':
      return owned(column(predicate.field, alias), predicate.level, aliases);
    case 'ownRole':
      return { type: 'compare', sign: '=', left: column(predicate.field, alias), right: ROLE };
    case 'search':
      return servable(matching(predicate, alias), predicate, collection);
    default:
      return lowerRelated(predicate, alias, aliases, collection);
  }
}

function matching(predicate: Extract<Predicate, { type: 'search' }>, alias: string): Expression {
  const left = column(predicate.field, alias);
  const isWord = isWordInTypedColumn(predicate);
  return { type: 'like', left, pattern: searchPattern, negated: false, isPlain: true, isWord };
}

/**
 * Hides a column from the planner if the text is too short for the column's text index, which would be read completely.
 */
function servable(of: Expression, predicate: Searching, { table }: Collection): Expression {
  const isHidden = of.type === 'like' && !of.negated && searchedForm(predicate) === 'short';
  return isHidden && textIndexOver(table, predicate.field.name) ? { type: 'unindexed', of } : of;
}

function oneOf(field: Field, texts: readonly string[], alias: string, negated: boolean): Expression {
  const kind = field.kind ?? 'text';
  if (texts.length === 0) return { type: 'constant', value: negated };
  const of = texts.map((text) => fixed(isNumeric(kind) ? Number(text) : text, kind));
  return { type: 'in', left: column(field, alias), of, negated };
}

const isNumeric = (kind: Kind): boolean =>
  kind === 'integer' || kind === 'bigint' || kind === 'decimal' || kind === 'float';

function owned(owner: Expression, level: 'mine' | 'role', aliases: Aliases): Expression {
  const mine: Expression = { type: 'compare', sign: '=', left: owner, right: CALLER };
  if (level === 'mine') return mine;
  const alias = aliases.take();
  const inRole: Expression = {
    type: 'compare',
    sign: '=',
    left: columnNamed('role', 'integer', alias),
    right: ROLE,
  };
  const users = selectFrom('directus_users', [columnNamed('id', 'integer', alias)], { alias, where: inRole });
  return { type: 'or', of: [mine, { type: 'inSelect', left: owner, select: users }] };
}

/** The other table is scanned once, not once per row. */
function lowerSameKey(
  { collection, key, where }: Extract<Predicate, { type: 'sameKey' }>,
  alias: string,
  aliases: Aliases,
  parent: Collection,
): Expression {
  const inner = aliases.take();
  const condition = lower(where, inner, aliases, collection);
  const select = selectFrom(collection.name, [column(key, inner)], { alias: inner, where: condition });
  return { type: 'inSelect', left: column(primaryKeyOf(parent), alias), select };
}

/** Each item is looked up by its key. */
function lowerNamed(
  { field, collection, where }: Extract<Predicate, { type: 'namesItem' }>,
  alias: string,
  aliases: Aliases,
): Expression {
  const inner = aliases.take();
  const tie = named(column(field, alias), primaryKeyOf(collection), inner);
  const condition = and([tie, evaluated(where, inner, aliases, collection)]);
  return { type: 'exists', select: selectFrom(collection.name, [], { alias: inner, where: condition }) };
}

/** The condition that a recorded text is the key of a row. */
function named(name: Expression, key: Field, alias: string): Expression {
  const left = column(key, alias);
  const equals = (right: Expression): Expression => ({ type: 'compare', sign: '=', left, right });
  if (key.type.name === 'boolean')
    return {
      type: 'or',
      of: TRUTHS.map(([value, texts]) => ({ type: 'and', of: [among(name, texts), equals(value)] })),
    };
  if (key.kind === 'integer' || key.kind === 'bigint')
    return equals({ type: 'wholeNumber', of: name, isLong: key.kind === 'bigint' });
  if (key.kind === 'decimal') return equals({ type: 'decimalNumber', of: name });
  return key.column?.strict && left.type === 'column'
    ? { type: 'compare', sign: '=', left: { ...left, as: 'text' }, right: name }
    : equals(name);
}

/** The texts that record true and false as keys, now and in earlier versions. */
const TRUTHS: readonly (readonly [value: Expression, texts: readonly string[]])[] = [
  [fixed(1, 'integer'), ['true', '1']],
  [fixed(0, 'integer'), ['false', '0']],
];

const among = (left: Expression, texts: readonly string[]): Expression => ({
  type: 'in',
  left,
  of: texts.map((text) => fixed(text, 'text')),
  negated: false,
});

function lowerRelated(predicate: Related, alias: string, aliases: Aliases, collection: Collection): Expression {
  if (predicate.type === 'related' && isLookedUpOnce(predicate, collection))
    return lowerSemiJoin(predicate, alias, aliases, collection);
  const inner = aliases.take();
  const tie = tieRows(
    predicate.relation,
    predicate.type === 'related' ? predicate.field : null,
    collection,
    predicate.collection,
    alias,
    inner,
  );
  const where = predicate.where && evaluated(predicate.where, inner, aliases, predicate.collection);
  const rows = (more: Expression | null, columns: readonly Expression[]): Select =>
    selectFrom(predicate.collection.name, columns, { alias: inner, where: and([tie, where, more]) });
  if (predicate.type === 'atLeast') return atLeast(rows(null, [{ type: 'count' }]), predicate);
  if (predicate.type === 'related') return negate({ type: 'exists', select: rows(null, []) }, predicate.negated);
  const { key, condition } = predicate;
  const each = indexes(condition).map((index): Expression => {
    const same: Expression = {
      type: 'compare',
      sign: '=',
      left: column(key, inner),
      right: operand(key, textAt(condition, index)),
    };
    return { type: 'exists', select: rows(same, []) };
  });
  return and(each) ?? FALSE;
}

/** The keys of matching rows are collected once, and the parent's rows are compared with them. */
function lowerSemiJoin(predicate: SomeRelated, alias: string, aliases: Aliases, parent: Collection): Expression {
  const { collection: there, where, negated } = predicate;
  const inner = aliases.take();
  const [own, key] = tiesOf(predicate, parent);
  const [left, right] = [column(own, alias), column(key, inner)];
  const matching = where && lower(where, inner, aliases, there);
  const select = selectFrom(there.name, [right], { alias: inner, where: and([matching, present(right)]) });
  // Never null, even for a null value, so that it can be negated.
  return negate({ type: 'and', of: [present(left), { type: 'inSelect', left, select, materialized: true }] }, negated);
}

const present = (of: Expression): Expression => ({ type: 'null', of, negated: true });

const indexes = ({ first, count }: Condition): number[] => Array.from({ length: count }, (_, offset) => first + offset);
const negate = (of: Expression, negated: boolean): Expression => (negated ? { type: 'not', of } : of);

function tieRows(
  relation: FieldRelation,
  field: Field | null,
  parent: Collection,
  there: Collection,
  alias: string,
  inner: string,
): Expression {
  if (relation.kind === 'm2o' && field) {
    return { type: 'compare', sign: '=', left: column(primaryKeyOf(there), inner), right: column(field, alias) };
  }
  const foreignKey = foreignKeyOf(relation as ToMany, there);
  return { type: 'compare', sign: '=', left: column(foreignKey, inner), right: column(primaryKeyOf(parent), alias) };
}

function atLeast(select: Select, { condition, negated }: Extract<Related, { type: 'atLeast' }>): Expression {
  const source: Expression = {
    type: 'parameter',
    kind: 'integer',
    source: (binding) => wholeNumber(textAt(condition, condition.first)(binding)),
  };
  return { type: 'compare', sign: negated ? '<' : '>=', left: { type: 'scalar', select }, right: source };
}

function wholeNumber(text: string): number {
  if (!/^\s*-?\d{1,15}\s*$/.test(text)) throw brokenRule('has', violation.type('numeric'));
  return Number(text);
}

/** Keys are compared exactly, because writes name their rows by them. */
function comparedColumn(field: Field, alias: string): Expression {
  const left = column(field, alias);
  const { fraction, primaryKey = false } = field.column ?? {};
  const isKey = primaryKey || isExactMoment(field);
  return left.type === 'column' && fraction !== undefined && !isKey ? { ...left, asShown: true } : left;
}

function lowerCondition(field: Field, condition: Condition, left: Expression): Expression {
  const { operator, first, count } = condition;
  const negated = operator.negated ?? false;
  const valueAt = (index: number): Expression => operand(field, textAt(condition, index));
  const form = isAddress(field) ? withoutCase : (of: Expression): Expression => of;
  if (excludesNothing(field, condition)) return present(left);
  switch (operator.family) {
    case 'compare':
      return { type: 'compare', sign: operator.sign ?? '=', left: form(left), right: form(valueAt(first)) };
    case 'list':
      return count === 0
        ? FALSE
        : { type: 'in', left: form(left), of: comparable(field, condition).map((at) => form(valueAt(at))), negated };
    case 'range':
      return count === 0 ? FALSE : range(left, valueAt(first), valueAt(first + 1), negated);
    case 'presence':
      return { type: 'null', of: left, negated };
    case 'emptiness':
      return emptiness(field, left, negated);
    default:
      return {
        type: 'like',
        left,
        pattern: operator.wildcards
          ? rawPattern(textAt(condition, first))
          : textPattern(textAt(condition, first), operator.anchor),
        negated,
        isPlain: !operator.wildcards,
      };
  }
}

/** Whether a condition excludes no values, so that only null does not fulfil it. */
const excludesNothing = (field: Field, condition: Condition): boolean =>
  excludesValues(condition.operator) && comparable(field, condition).length === 0;

/** The indexes of a condition's texts, without those that it excludes although no value of the field equals them. */
const comparable = (field: Field, condition: Condition): number[] =>
  indexes(condition).filter((index) => !equalsNothing(field, condition.blanks?.[index - condition.first] ?? null));

/** (Contract, Q-151.) */
const withoutCase = (of: Expression): Expression => ({ type: 'sortKey', of, folded: true });

function range(left: Expression, low: Expression, high: Expression, negated: boolean): Expression {
  const compare = (sign: '>=' | '<=' | '<' | '>', right: Expression): Expression => ({
    type: 'compare',
    sign,
    left,
    right,
  });
  return negated
    ? { type: 'or', of: [compare('<', low), compare('>', high)] }
    : { type: 'and', of: [compare('>=', low), compare('<=', high)] };
}

/** Null or falsy: the empty text or the number zero. (Contract, Q-133.) */
function emptiness(field: Field, left: Expression, negated: boolean): Expression {
  const kind = field.kind ?? 'text';
  const falsy = isNumeric(kind)
    ? fixed(0, kind)
    : kind === 'text' || kind === 'choice' || kind === 'json'
      ? fixed('', kind)
      : null;
  const presence: Expression = { type: 'null', of: left, negated };
  if (!falsy) return presence;
  const compared: Expression = field.column?.strict && left.type === 'column' ? { ...left, as: 'text' } : left;
  const differs: Expression = { type: 'compare', sign: negated ? '<>' : '=', left: compared, right: falsy };
  return { type: negated ? 'and' : 'or', of: [presence, differs] };
}
