import { freeName, junctionFields, junctionName, keyOf, oneOf } from './names.ts';
import { type Count, type Shape, shapeOf } from './relations.ts';

/** The default names of a relation. */
export interface RelationNames {
  readonly field: string;
  readonly back: string;
  readonly junction: string;
  readonly first: string;
  readonly second: string;
}

interface Between {
  readonly from: string;
  readonly to: string;
  readonly ours: Count;
  readonly theirs: Count;
  /** The fields of both sides, and all collections. */
  readonly own: readonly string[];
  readonly others: readonly string[];
  readonly collections: readonly string[];
}

/** Free names that say what is at the other end. */
export function namesOf(between: Between): RelationNames {
  const { from, to, own, others, collections } = between;
  const wanted = from === to ? amongThemselves(shapeOf(between)) : ofBoth(between);
  const field = freeName(wanted[0], own);
  const [first, second] = junctionFields(from, to);
  const taken = from === to ? [...others, field] : others;
  return { field, back: freeName(wanted[1], taken), junction: junctionName(from, to, collections), first, second };
}

function ofBoth({ from, to, ours, theirs }: Between): readonly [string, string] {
  const plural = keyOf(to.replace(/^directus_/, ''));
  return [
    (ours === 'one' ? oneOf(to) : plural) || 'related',
    (theirs === 'one' ? oneOf(from) : keyOf(from)) || 'items',
  ];
}

function amongThemselves(shape: Shape): readonly [string, string] {
  if (shape === 'many-to-many') return ['related', 'related_from'];
  return shape === 'to-one' ? ['parent', 'children'] : ['children', 'parent'];
}
