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

/** What is selected below some fields, by name: fragments are opened, and directives obeyed. */
export function selectedBelow(
  sources: Sources,
  nodes: readonly FieldNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  for (const { selectionSet } of nodes)
    for (const selection of selectionSet?.selections ?? []) collect(sources, selection, found);
  return found;
}

function collect(sources: Sources, selection: SelectionNode, found: Map<string, FieldNode[]>): void {
  if (!isIncluded(sources, selection)) return;
  if (selection.kind === 'Field') {
    const name = selection.name.value;
    found.set(name, [...(found.get(name) ?? []), selection]);
    return;
  }
  const set =
    selection.kind === 'InlineFragment'
      ? selection.selectionSet
      : sources.fragments[selection.name.value]?.selectionSet;
  for (const each of set?.selections ?? []) collect(sources, each, found);
}

function isIncluded({ variableValues }: Sources, selection: SelectionNode): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
  return skip?.if !== true && include?.if !== false;
}

/** The `fields` of a read that answers what is selected of items: dotted paths; the key, where no value is. */
export function fieldPaths(sources: Sources, collection: GraphCollection, nodes: readonly FieldNode[]): string[] {
  const paths = [...selectedBelow(sources, nodes)].flatMap(([name, selected]) => {
    const asked = collection.fields.get(name);
    if (!asked) return [];
    if (!asked.target) return [asked.field.name];
    return fieldPaths(sources, asked.target, selected).map((path) => `${asked.field.name}.${path}`);
  });
  return paths.length > 0 ? paths : [primaryKeyOf(collection.collection).name];
}
