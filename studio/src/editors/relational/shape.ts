import type { Field } from '../../model/field.ts';
import type { ManyToMany, ToMany } from '../../model/relation.ts';
import type { Schema } from '../../model/schema.ts';
import type { Shape } from './changes.ts';
import type { Related } from './related.ts';

/** A list of related items, for its editor. */
export interface ListOf {
  readonly relation: ToMany | ManyToMany;
  readonly related: Related;
  readonly shape: Shape;
  /** The collection of the rows: the junction, if there is one. */
  readonly rows: string;
  /** The paths that are read of each row. */
  readonly paths: readonly string[];
  /** Fields of a junction about the link itself. */
  readonly ties: readonly Field[];
  /** Whether titles are so short that rows are shown as chips. */
  readonly isShort: boolean;
}

const SHORT = 60;

/** The list of a field; null if the caller may not read its collections, or it has no relation. */
export function listOf(field: Field, related: Related | null, schema: Schema): ListOf | null {
  const { relation } = field;
  if (!relation || relation.kind === 'to-one' || !related) return null;
  const rows = relation.kind === 'many-to-many' ? relation.junction : relation.collection;
  const collection = schema.collection(rows);
  if (!collection) return null;
  const isTied = relation.kind === 'many-to-many';
  const foreign = isTied ? relation.ours : relation.foreign;
  const wanted = typeof field.options.sort_field === 'string' ? collection.field(field.options.sort_field) : undefined;
  const sort = wanted ?? collection.sort;
  const shape: Shape = {
    key: collection.key.name,
    isGenerated: collection.key.isGenerated,
    foreign,
    far: isTied ? { field: relation.theirs, key: related.key } : null,
    sort: sort?.name ?? null,
  };
  const own = new Set([shape.key, foreign, shape.far?.field, shape.sort]);
  const ties = isTied ? collection.fields.filter(({ name, isHiddenInForm }) => !own.has(name) && !isHiddenInForm) : [];
  const far = isTied ? related.paths.map((path) => `${relation.theirs}.${path}`) : related.paths;
  const paths = [shape.key, ...(shape.sort ? [shape.sort] : []), ...ties.flatMap(plainName), ...far];
  return {
    relation,
    related,
    shape,
    rows,
    paths: [...new Set(paths)],
    ties,
    isShort: isTied && ties.length === 0 && shape.sort === null && isShortTitle(related),
  };
}

const plainName = ({ name, isAlias }: Field): string[] => (isAlias ? [] : [name]);

function isShortTitle({ title, collection, columns }: Related): boolean {
  const [path = '', second] = title.paths;
  const length = collection.field(path)?.length ?? 0;
  return second === undefined && columns.length === 0 && length > 0 && length <= SHORT;
}
