import type { Dialect, Printed } from '../../dialects/dialect.ts';
import type { NodePlan, PlannedRelation, ReadPlan } from '../../query/plan/plan.ts';
import { type Decoder, decoderOf } from '../../query/shape/decoder.ts';
import type { Select } from '../../query/sql/nodes.ts';
import {
  type SelectOptions,
  selectCount,
  selectCountBy,
  selectList,
  selectPage,
  selectRelated,
} from '../../query/sql/select.ts';
import type { Field } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';

/** One statement of a read, ready to run, with the statements of what hangs on its rows. */
export interface CompiledNode {
  readonly printed: Printed;
  readonly decode: Decoder;
  readonly children: readonly CompiledChild[];
}

export interface CompiledChild {
  readonly name: string;
  readonly many: boolean;
  /** Place of the key in the rows of the parent. */
  readonly keyAt: number;
  /** Place of the same key in the child's rows. */
  readonly tieAt: number;
  /** Name of the related primary key, shown alone where the rest may not be read. */
  readonly keyName: string;
  readonly node: CompiledNode | null;
}

/** A read whose statements are printed; values are bound when it runs. */
export interface CompiledRead {
  readonly plan: ReadPlan;
  readonly root: CompiledNode;
  /** Places of the columns that tell the states of a row apart. */
  readonly versionAt: readonly number[];
  /** Statements for what the list's own leaves of the limit. */
  readonly more: readonly Printed[];
  /** How many items it answers at most; null for all of them. */
  readonly limit: number | null;
  /** The parts of `meta` that cost a statement, printed when they are first asked for. */
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
  const print = (select: Select): Printed => dialect.printer.select(select);
  const { byStatus, cursor } = plan;
  const [list, ...more] = cursor
    ? selectPage(plan.root, cursor, limit, options)
    : [selectList(plan.root, limit, options)];
  return {
    plan,
    versionAt: plan.version.map(({ field }) => placeOf(plan.root, field)),
    limit,
    more: more.map(print),
    root: compileNode(plan.root, print(list), dialect, options),
    counts: {
      list: once(() => print(counting(list))),
      total: once(() => print(selectCount(collection, plan.visible))),
      filtered: once(() => print(selectCount(collection, plan.root.where))),
      byStatus: once(() => byStatus && print(selectCountBy(collection, byStatus.field, byStatus.where))),
    },
  };
}

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
  return { printed, decode: decoderOf(plan), children };
}

function compileChild(
  parent: NodePlan,
  planned: PlannedRelation,
  dialect: Dialect,
  options: SelectOptions,
): CompiledChild {
  const { field, relation, key, node } = planned;
  const tie = node && tieOf(node, planned);
  return {
    name: field.name,
    many: relation.kind === 'o2m',
    keyAt: placeOf(parent, key),
    tieAt: node && tie ? placeOf(node, tie) : -1,
    keyName: tie?.name ?? 'id',
    node: node && tie && compileNode(node, dialect.printer.select(selectRelated(node, tie, options)), dialect, options),
  };
}

function tieOf({ collection }: NodePlan, { relation }: PlannedRelation): Field {
  const foreignKey = relation.kind === 'o2m' ? collection.byName.get(relation.foreignKey) : undefined;
  return foreignKey ?? primaryKeyOf(collection);
}

const placeOf = (plan: NodePlan, field: Field): number => plan.columns.findIndex((column) => column.field === field);
