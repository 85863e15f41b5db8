import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { isTextIndex, textIndexOver } from '../../schema/table-index.ts';
import { typedColumns } from '../../schema/typed-columns.ts';
import type { Predicate } from '../plan/plan.ts';
import { areAlike, type SomeRelated, tiesOf } from '../plan/related.ts';
import { isNegated, isWordInTypedColumn, type Searching, searchedForm } from '../plan/searched-form.ts';
import { partsOf } from '../text-form.ts';
import { type Aliases, column } from './columns.ts';
import { columnNamed, type Expression, type KeySource, or, selectFrom } from './nodes.ts';

interface Lowering {
  readonly aliases: Aliases;
  evaluated(predicate: Predicate, alias: string, aliases: Aliases, collection: Collection): Expression;
}

/**
 * Sources that together contain the keys of all rows that fulfil a condition; null if that would require scanning the
 * table. They may also contain keys of other rows.
 */
export function keySourcesOf(predicate: Predicate, collection: Collection, on: Lowering): readonly KeySource[] | null {
  const isBound = predicate.type === 'or' || collection.table.indexes?.some(isTextIndex);
  return isBound ? resolved(predicate, collection, on) : null;
}

/** A condition on rows whose keys are in one of the sources. */
export function amongKeys(
  collection: Collection,
  alias: string,
  sources: readonly KeySource[],
  of: Expression,
): Expression {
  return { type: 'among', key: column(primaryKeyOf(collection), alias), sources, of };
}

function resolved(predicate: Predicate, collection: Collection, on: Lowering): readonly KeySource[] | null {
  const found = collection.primaryKey ? sourcesOf(predicate, collection, on) : null;
  if (!found) return null;
  const unusual = found.includes('unusual') ? [unusualRows(collection, on)] : [];
  return [...found.filter((source) => source !== 'unusual'), ...unusual];
}

/** `unusual` stands for the rows with an unusual value, which are searched for only once. */
type Found = KeySource | 'unusual';

function sourcesOf(predicate: Predicate, collection: Collection, on: Lowering): readonly Found[] | null {
  switch (predicate.type) {
    case 'or':
      return ofAll(predicate.of.map((part) => sourcesOf(part, collection, on)));
    case 'and':
      return predicate.of.reduce<readonly Found[] | null>(
        (found, part) => found ?? sourcesOf(part, collection, on),
        null,
      );
    case 'search':
    case 'condition':
      return ofText(predicate, collection);
    case 'related':
      return ofRelated(predicate, collection, on);
    default:
      return null;
  }
}

function ofAll(found: readonly (readonly Found[] | null)[]): readonly Found[] | null {
  const known = found.filter((sources) => sources !== null);
  return known.length < found.length || found.length === 0 ? null : known.flat();
}

function ofText(predicate: Searching, { table }: Collection): readonly Found[] | null {
  const form = searchedForm(predicate);
  if (form === 'short') return null;
  if (isWordInTypedColumn(predicate)) return ofTyped(predicate.field, table);
  const index = textIndexOver(table, predicate.field.name);
  return index && !index.building && !isNegated(predicate)
    ? [{ type: 'text', index: index.name, parts: searchedParts(predicate) }]
    : null;
}

function ofTyped({ column }: Field, table: Collection['table']): readonly Found[] | null {
  if (column?.autoIncrement) return [];
  return typedColumns(table) ? ['unusual'] : null;
}

function searchedParts(predicate: Searching): Extract<KeySource, { type: 'text' }>['parts'] {
  if (predicate.type === 'search') return ({ search }) => partsOf(search ?? '', false);
  const { first, operator } = predicate.condition;
  return ({ values }) => partsOf(values[first] ?? '', operator.wildcards === true);
}

function unusualRows({ table, primaryKey }: Collection, { aliases }: Lowering): KeySource {
  const alias = aliases.take();
  const values = typedColumns(table) ?? [];
  const where = or(values.map(({ name }) => ({ type: 'unusual', of: columnNamed(name, 'text', alias) })));
  const columns = primaryKey ? [column(primaryKey, alias)] : [];
  return { type: 'select', select: selectFrom(table.name, columns, { alias, where }) };
}

/**
 * The rows with a related row that can itself be found. Its sources are resolved only once, because otherwise each
 * level would double the work.
 */
function ofRelated(predicate: SomeRelated, parent: Collection, on: Lowering): readonly Found[] | null {
  const { relation, collection, where, negated } = predicate;
  const ties = tiesOf(predicate, parent);
  if (relation.kind !== 'o2m' || !where || negated || !areAlike(ties)) return null;
  const sources = resolved(where, collection, on);
  if (!sources) return null;
  const alias = on.aliases.take();
  const matching = amongKeys(collection, alias, sources, on.evaluated(where, alias, on.aliases, collection));
  return [
    { type: 'select', select: selectFrom(collection.name, [column(ties[1], alias)], { alias, where: matching }) },
  ];
}
