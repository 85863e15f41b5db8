import { editorOf } from '../editors/registry.ts';
import type { Collection } from '../model/collection.ts';
import type { Schema } from '../model/schema.ts';

/** The paths that are read to edit an item: its columns, those of related items that its editors show, and its title. */
export function pathsOf(collection: Collection, schema: Schema): string[] {
  const below = collection.fields
    .filter(({ isHiddenInForm }) => !isHiddenInForm)
    .flatMap((field) => (editorOf(field).paths?.(field, schema) ?? []).map((path) => `${field.name}.${path}`));
  return [...new Set(['*', ...below])];
}
