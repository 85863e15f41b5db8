import { ApiError } from '../../errors/api-error.ts';
import type { FieldAccess } from '../../permissions/policy.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field, FieldRelation } from '../../schema/field.ts';
import { collectionOf, primaryKeyOf } from '../../schema/schema.ts';
import type { FieldTree } from '../ast.ts';
import { mergeFields } from '../parse/fields.ts';
import { accessTo } from './access.ts';
import type { PlanContext } from './context.ts';
import { withDottedNames } from './dotted-names.ts';
import { planDefaultOrder } from './order.ts';
import type { NodePlan, PlannedColumn, PlannedComputed, PlannedRelation, Predicate } from './plan.ts';
import { shortest } from './simplify.ts';
import { relatedRows, rowsOfStatus, rowsRevealing } from './visibility.ts';

/** The maximum number of statements for one request; every expanded relation costs one. */
const MAX_NODES = 200;
const NO_FIELDS: FieldTree = { all: false, below: null, names: new Map(), without: new Set() };

interface ShownField {
  readonly field: Field;
  readonly access: FieldAccess;
}

/** Plans the fields of a request, and counts the statements that they take. */
export class FieldPlanner {
  /** The relations of the collection itself whose items the caller may not read. (Contract, P-62.) */
  readonly denied: { field: string; collection: string }[] = [];
  readonly #context: PlanContext;
  readonly #languages: readonly string[] | null;
  #nodes = 0;

  constructor(context: PlanContext, languages: readonly string[] | null) {
    this.#context = context;
    this.#languages = languages;
  }

  /**
   * Returns the columns and relations that a tree requests of a collection. `keys` are selected but not returned to the
   * client.
   */
  plan(collection: Collection, given: FieldTree, keys: readonly Field[]): Omit<NodePlan, 'where' | 'order'> {
    const tree = withDottedNames(collection, given);
    this.#nodes++;
    const isRoot = this.#nodes === 1;
    if (this.#nodes > MAX_NODES)
      throw new ApiError('queryTooLarge', { limit: MAX_NODES, what: 'related lists and items' });
    const expanding = tree.below !== null || Array.from(tree.names.values()).some((below) => below !== null);
    const asked = askedFields(collection, tree, expanding).flatMap((field) => this.#shown(field));
    const fields = asked.map(({ field }) => field);
    const relations = expanding ? asked.flatMap((each) => this.#relation(collection, each, tree, isRoot)) : [];
    const computed = asked.flatMap((each) => computedOf(collection, each));
    const sources = computed.flatMap(({ of }) => of);
    const ties = [...relations.map(({ key }) => key), ...keys, ...guardKeys(collection, asked), ...sources];
    const shown = new Set([
      ...relations.map(({ field }) => field.name),
      ...computed.map(({ field }) => field.name),
      ...fields.filter((field) => field.column).map(({ name }) => name),
    ]);
    const names = collection.fields.map(({ name }) => name).filter((name) => shown.has(name));
    return { collection, columns: plannedColumns(asked, ties), relations, computed, names };
  }

  /**
   * The field and when it is visible; nothing if it never is. A narrowed field is visible only in lists of its own
   * collection, not nested in others.
   */
  #shown(field: Field): ShownField[] {
    const access = accessTo(this.#context, field);
    const hidden = access.kind === 'never' || (access.kind === 'narrowed' && this.#nodes > 1);
    return hidden ? [] : [{ field, access }];
  }

  #relation(
    collection: Collection,
    { field, access }: ShownField,
    tree: FieldTree,
    isRoot: boolean,
  ): PlannedRelation[] {
    const { relation } = field;
    if (!relation) return [];
    const below = mergeFields(tree.names.get(field.name) ?? null, tree.all ? tree.below : null);
    const related = collectionOf(this.#context.schema, relation.collection);
    const key = relation.kind === 'm2o' ? field : primaryKeyOf(collection);
    const planned = { field, relation, access, key, relatedKey: related.primaryKey };
    if (!this.#context.policy.collection(related.name).allows('read')) {
      if (isRoot) this.denied.push({ field: field.name, collection: related.name });
      return relation.kind === 'm2o' ? [{ ...planned, node: null }] : [];
    }
    return [{ ...planned, node: this.#related(field, relation, related, below) }];
  }

  #related(field: Field, relation: FieldRelation, related: Collection, below: FieldTree | null): NodePlan {
    const key = tieOf(related, relation);
    const tree = below ?? { ...NO_FIELDS, names: new Map([[key.name, null]]) };
    const visible = [relatedRows(this.#context, relation), rowsOfStatus(related, null)];
    const where = shortest([...visible, ...this.#inLanguage(field, related)]);
    return { ...this.plan(related, tree, [key]), where, order: planDefaultOrder(this.#context, related) };
  }

  /** Translations are limited to the requested languages. Error 215 if the caller may not see theirs. (Contract, Q-89.) */
  #inLanguage(field: Field, related: Collection): readonly (Predicate | null)[] {
    if (this.#languages === null || field.type.name !== 'translation') return [];
    const language = related.fields.find(({ type }) => type.name === 'lang');
    if (!language)
      throw new ApiError('fieldNotFound', { field: `field of lang type was not found in collection: ${related.name}` });
    const asked: Predicate = { type: 'language', field: language, languages: this.#languages };
    return [asked, rowsRevealing(this.#context, related, language)];
  }
}

/**
 * The field of related rows that links them to their parent row: the foreign key for a list, otherwise the primary key.
 */
export function tieOf(related: Collection, relation: FieldRelation): Field {
  const foreignKey = relation.kind === 'o2m' ? related.byName.get(relation.foreignKey) : undefined;
  return foreignKey ?? primaryKeyOf(related);
}

/** The fields that a tree requests. If a relation is expanded, a star includes all relations. (Contract, Q-21.) */
function askedFields(collection: Collection, tree: FieldTree, expanding: boolean): Field[] {
  for (const name of tree.names.keys()) {
    if (!collection.byName.has(name)) throw new ApiError('invalidField', { field: name, collection: collection.name });
  }
  return collection.fields.filter(({ name, column, relation, madeOf }) => {
    if (tree.without.has(name)) return false;
    return (
      tree.names.has(name) ||
      (tree.all && (column !== null || madeOf !== undefined || (expanding && relation !== null)))
    );
  });
}

/** A field computed on reading, with the columns that it is computed from. */
function computedOf({ byName }: Collection, { field, access }: ShownField): PlannedComputed[] {
  const of = field.madeOf?.map((name) => byName.get(name)).filter((source) => source?.column);
  return of ? [{ field, access, of: of as Field[] }] : [];
}

/** The fields that decide, row by row, whether others are visible. */
function guardKeys({ primaryKey, status }: Collection, asked: readonly ShownField[]): Field[] {
  const access = new Set(asked.map((each) => each.access.kind));
  const keys = [access.has('self') ? primaryKey : null, access.has('statuses') ? (status?.field ?? null) : null];
  return keys.filter((field) => field !== null);
}

function plannedColumns(asked: readonly ShownField[], keys: readonly Field[]): PlannedColumn[] {
  const columns = new Map<string, PlannedColumn>();
  for (const { field, access } of asked) {
    if (field.column) columns.set(field.name, { field, access, answered: true });
  }
  for (const field of keys) {
    if (!columns.has(field.name)) columns.set(field.name, { field, access: { kind: 'always' }, answered: false });
  }
  return [...columns.values()];
}
