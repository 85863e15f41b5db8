import type { PlanContext } from '../query/plan/context.ts';
import type { Collection } from '../schema/collection.ts';
import type { Schema } from '../schema/schema.ts';
import { pascalCase } from '../shared/pascal-case.ts';
import { describe, type Shown } from './collection.ts';

/**
 * Declares the TypeScript types of a project for the client, in chunks: what a role may read and write, and nothing
 * that its policy hides. The same schema and policy give the same text.
 */
export function* declarations(
  key: string,
  context: PlanContext & { readonly schema: Schema },
): Generator<string, void> {
  const shown = shownCollections(context);
  yield `// Types of the project ${key}. Made by Octavo from its schema: do not edit.\n\n`;
  yield `export interface ${interfaceName(key)} {\n`;
  for (const collection of shown.values()) yield describe(context, collection, shown);
  yield '}\n';
}

function shownCollections({ schema, policy }: PlanContext & { readonly schema: Schema }): Shown {
  const isShown = ({ name, system, row }: Collection): boolean => {
    const may = policy.collection(name);
    return (system || row?.managed === true) && (may.allows('read') || may.allows('create') || may.allows('update'));
  };
  const shown = [...schema.collections.values()].filter(isShown);
  return new Map(shown.sort((a, b) => (a.name < b.name ? -1 : 1)).map((each) => [each.name, each]));
}

/** `my-shop` is `MyShop`. */
const interfaceName = (key: string): string => pascalCase(key.replaceAll('-', '_')) || 'Project';
