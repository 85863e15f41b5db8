import { editorOf } from '../editors/registry.ts';
import type { Collection } from '../model/collection.ts';
import type { Schema } from '../model/schema.ts';

/** What is read of an item to edit it: its columns, what its editors show of related items, and what names it. */
export function pathsOf(collection: Collection, schema: Schema): string[] {
  const below = collection.fields
    .filter(({ isHiddenInForm }) => !isHiddenInForm)
    .flatMap((field) => (editorOf(field).paths?.(field, schema) ?? []).map((path) => `${field.name}.${path}`));
  return [...new Set(['*', ...below])];
}
