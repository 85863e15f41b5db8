import { type Dialect, MANY_ROWS, type Printed } from '../../dialects/dialect.ts';
import { tieOf } from '../../query/plan/fields.ts';
import { type IndexHint, indexHints } from '../../query/plan/index-hints.ts';
import type { NodePlan, PlannedRelation, ReadPlan } from '../../query/plan/plan.ts';
import { type Price, priceOf } from '../../query/plan/price.ts';
import { walkedField, walkedKey } from '../../query/plan/walk.ts';
import { type Scan, scansOf, scansOfList, scansOfRelated, scansOfSorted } from '../../query/plan/work.ts';
import { type Decoder, decoderOf, type Item } from '../../query/shape/decoder.ts';
import { type Writer, writerOf } from '../../query/shape/writer.ts';
import { column } from '../../query/sql/columns.ts';
import type { Expression, Select } from '../../query/sql/nodes.ts';
import {
  type SelectOptions,
  selectCount,
  selectCountBy,
  selectList,
  selectPage,
  selectRelated,
  selectTied,
} from '../../query/sql/select.ts';
import { byKeys, sortingAll, type Walk, walkBeforeKeys, walksOf } from '../../query/sql/walk.ts';
import { readerOf } from '../../schema/codec.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { keyName } from '../../schema/key-name.ts';
import { keyText } from '../../schema/key-text.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Stored } from '../../schema/stored.ts';
import { Border } from './border.ts';
import type { ListStatements } from './list-statements.ts';
import { PageInOrder } from './page-in-order.ts';
import type { NameOf } from './paired-keys.ts';
import { WrittenList } from './written-list.ts';

/** One statement of a read, ready to run, with the statements of its nested relations. */
export interface CompiledNode {
  readonly printed: Printed;
  readonly decode: Decoder;
  /** Null if rows cannot be written as JSON directly. */
  readonly write: Writer | null;
  readonly children: readonly CompiledChild[];
}

export interface CompiledChild {
  readonly name: string;
  readonly many: boolean;
  /** Index of the key in the rows of the parent. */
  readonly keyAt: number;
  /** Index of the same key in the child's rows. */
  readonly tieAt: number;
  /** Whether a key may refer to one that differs from it, in case for example. */
  readonly loose: boolean;
  /** Returns the same name for equal keys. */
  readonly nameOf: NameOf;
  /** The key of a related item, which is all that is shown of it if it may not be read. */
  readonly showKey: (key: Stored) => Item | null;
  readonly node: CompiledNode | null;
}

/** A read with its printed statements; values are bound when it runs. */
export interface CompiledRead {
  readonly plan: ReadPlan;
  readonly price: Price;
  /** Indexes that would help if the tables are large. */
  readonly hints: readonly IndexHint[];
  readonly root: CompiledNode;
  /** Indexes of the columns that identify a row's version. */
  readonly versionAt: readonly number[];
  readonly list: ListStatements;
  /** The same list, with its items as JSON. */
  readonly written: WrittenList;
  /** The maximum number of items that it returns; null for no maximum. */
  readonly limit: number | null;
  /** The parts of `meta` that take a statement, printed on first use. */
  readonly counts: { list(): Printed; total(): Printed; filtered(): Printed; byStatus(): Printed | null };
}

/** Prints the statements of a plan for a dialect. */
export function compileRead(
  plan: ReadPlan,
  limit: number | null,
  dialect: Dialect,
  options: SelectOptions,
): CompiledRead {
  const { collection } = plan.root;
  const { cursor } = plan;
  const [page, ...more] = cursor
    ? selectPage(plan.root, cursor, limit, options)
    : [selectList(plan.root, limit, options)];
  const along = walksAt(plan, page, options);
  const walks = (along.length > 0 ? along : walksByKey(plan, page, options)).map((walk) => ({
    ...walk,
    border: walk.border ? new Border(dialect.printer.select(walk.border)) : null,
  }));
  const isSorted = along.length > 0 && cursor === null && options.indexWalk === 'bounded';
  const scans = isSorted ? scansOfSorted(plan.root) : scansOfList(plan.root);
  const shaped = (select: Select): Select =>
    isDeep(plan, options) ? byKeys(select, keyOf(select, collection)) : select;
  const first = shaped(isSorted ? sortingAll(page) : page);
  const statements = (printer: (select: Select) => Printed): ListStatements => ({
    walks: walks.map(({ select, least, border, inOrder }) => ({
      printed: printer(shaped(select)),
      least,
      border,
      inOrder: inOrder ? new PageInOrder(printer(inOrder.select), inOrder.valueAt, select.limit ?? 0) : null,
    })),
    first: withScans(printer(first), scans),
    more: more.map((each) => withScans(printer(each), scans)),
  });
  const list = statements(dialect.printer.select);
  return {
    plan,
    price: priceOf(plan),
    hints: indexHints(plan, dialect.capabilities),
    versionAt: plan.version.map(({ field }) => placeOf(plan.root, field)),
    limit,
    list,
    written: new WrittenList(plan.root, page.limit, dialect.printer, statements),
    root: compileNode(plan.root, list.first, dialect, options),
    counts: countsOf(plan, page, dialect),
  };
}

function countsOf({ root, visible, byStatus }: ReadPlan, page: Select, { printer }: Dialect): CompiledRead['counts'] {
  const { collection, where } = root;
  const print = (select: Select, scans: readonly Scan[]): Printed => withScans(printer.select(select), scans);
  const counted = once(() => scansOf(collection, where));
  return {
    list: once(() => print(counting(page), counted())),
    total: once(() => print(selectCount(collection, visible), scansOf(collection, visible))),
    filtered: once(() => print(selectCount(collection, where), counted())),
    byStatus: once(
      () =>
        byStatus &&
        print(selectCountBy(collection, byStatus.field, byStatus.where), scansOf(collection, byStatus.where)),
    ),
  };
}

function walksAt({ root, cursor }: ReadPlan, page: Select, { indexWalk, reach }: SelectOptions): readonly Walk[] {
  const isPlaced = indexWalk === 'stepwise' && (cursor?.direction ?? null) !== null;
  const field = isPlaced ? null : walkedField(root);
  return field ? walksOf(page, field.name, indexWalk, reach) : [];
}

function walksByKey({ root }: ReadPlan, page: Select, { indexWalk, reach }: SelectOptions): readonly Walk[] {
  const key = indexWalk === 'bounded' ? walkedKey(root) : null;
  return key ? walkBeforeKeys(page, key.name, reach) : [];
}

/** For a list of keys that has a limit, MariaDB would scan all rows. */
function isDeep({ root, cursor }: ReadPlan, { reach, indexWalk }: SelectOptions): boolean {
  const skips = reach === 'deep' && cursor === null && indexWalk !== 'stepwise';
  return skips && !('sorted' in root.order) && root.collection.primaryKey !== null;
}

function keyOf({ alias }: Select, collection: Collection): Expression {
  return column(primaryKeyOf(collection), alias);
}

const withScans = (printed: Printed, scans: readonly Scan[]): Printed =>
  scans.length > 0 ? { ...printed, scans } : printed;

function counting(list: Select): Select {
  return { ...list, columns: [{ type: 'count' }], order: [], limit: null, offset: null };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function compileNode(plan: NodePlan, printed: Printed, dialect: Dialect, options: SelectOptions): CompiledNode {
  const children = plan.relations.map((relation) => compileChild(plan, relation, dialect, options));
  return { printed, decode: decoderOf(plan), write: writerOf(plan), children };
}

function compileChild(
  parent: NodePlan,
  planned: PlannedRelation,
  dialect: Dialect,
  options: SelectOptions,
): CompiledChild {
  const { field, relation, key, relatedKey, node } = planned;
  const tie = node && tieOf(node.collection, relation);
  return {
    name: field.name,
    many: relation.kind === 'o2m',
    keyAt: placeOf(parent, key),
    tieAt: node && tie ? placeOf(node, tie) : -1,
    loose: tie?.column?.loose === true,
    nameOf: tie ? namingOf(key, tie) : keyText,
    showKey: keyAlone(relatedKey?.name ?? 'id', field),
    node: node && tie && compileNode(node, printRelated(node, planned, tie, dialect, options), dialect, options),
  };
}

/** Decimals of the same value have different texts if their columns have different numbers of decimal places. */
function namingOf(key: Field, tie: Field): NameOf {
  const field = key.kind === 'decimal' ? key : tie;
  return (stored) => keyName(stored, field);
}

/** Shows a key in the form of its field, under the name of the related primary key. (Contract, P-62.) */
function keyAlone(name: string, field: Field): CompiledChild['showKey'] {
  const read = readerOf(field) ?? ((key: Stored): unknown => key);
  return (key) => (key === null ? null : { [name]: read(key) });
}

function printRelated(
  node: NodePlan,
  { relation }: PlannedRelation,
  tie: Field,
  { printer }: Dialect,
  options: SelectOptions,
): Printed {
  const printed = withScans(printer.select(selectRelated(node, tie, options)), scansOfRelated(node, relation));
  return relation.kind === 'o2m' ? { ...printed, probe: printer.select(selectTied(node, tie, MANY_ROWS)) } : printed;
}

const placeOf = (plan: NodePlan, field: Field): number => plan.columns.findIndex((column) => column.field === field);
