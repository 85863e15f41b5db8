import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  type SelectionNode,
} from 'graphql';
import { primaryKeyOf } from '../schema/schema.ts';
import type { GraphCollection } from './model.ts';

type Sources = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;

const nameOf = ({ name }: FieldNode): string => name.value;
const shownNameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The selections below some fields by name, with fragments expanded and directives applied. */
export function selectedBelow(
  sources: Sources,
  nodes: readonly FieldNode[],
  keyOf = nameOf,
): ReadonlyMap<string, readonly FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const collected = { found, keyOf };
  for (const { selectionSet } of nodes)
    for (const selection of selectionSet?.selections ?? []) collect(sources, selection, collected);
  return found;
}

/** The same by response name: a field with several aliases occurs several times. */
export function shownBelow(sources: Sources, nodes: readonly FieldNode[]): ReadonlyMap<string, readonly FieldNode[]> {
  return selectedBelow(sources, nodes, shownNameOf);
}

interface Collected {
  readonly found: Map<string, FieldNode[]>;
  keyOf(node: FieldNode): string;
}

function collect(sources: Sources, selection: SelectionNode, collected: Collected): void {
  if (!isIncluded(sources, selection)) return;
  if (selection.kind === 'Field') {
    const { found, keyOf } = collected;
    const key = keyOf(selection);
    const known = found.get(key);
    if (known) known.push(selection);
    else found.set(key, [selection]);
    return;
  }
  const set =
    selection.kind === 'InlineFragment'
      ? selection.selectionSet
      : sources.fragments[selection.name.value]?.selectionSet;
  for (const each of set?.selections ?? []) collect(sources, each, collected);
}

function isIncluded({ variableValues }: Sources, selection: SelectionNode): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
  return skip?.if !== true && include?.if !== false;
}

/** The `fields` parameter for a selection: dotted paths, or the key if no value is selected. */
export function fieldPaths(sources: Sources, collection: GraphCollection, nodes: readonly FieldNode[]): string[] {
  const paths = [...selectedBelow(sources, nodes)].flatMap(([name, selected]) => {
    const requested = collection.fields.get(name);
    if (!requested) return [];
    if (!requested.target) return [requested.field.name];
    return fieldPaths(sources, requested.target, selected).map((path) => `${requested.field.name}.${path}`);
  });
  return paths.length > 0 ? paths : [primaryKeyOf(collection.collection).name];
}
