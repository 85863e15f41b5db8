import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Schema } from '../model/schema.ts';

/** The fields of a dotted path; null if one does not exist. */
export function followPath(schema: Schema, collection: Collection, path: string): readonly Field[] | null {
  const fields: Field[] = [];
  let at: Collection | undefined = collection;
  for (const name of path.split('.')) {
    const field: Field | undefined = at?.field(name);
    if (!field) return null;
    fields.push(field);
    at = schema.collection(nextOf(field) ?? '');
  }
  return fields;
}

/** The collection that a dot after a field leads to: for a list through a junction, the junction. */
function nextOf({ relation }: Field): string | null {
  if (!relation) return null;
  return relation.kind === 'many-to-many' ? relation.junction : relation.collection;
}

/** A path in words: Author › City. Fields of junctions are left out. */
export function pathLabel(fields: readonly Field[]): string {
  const shown = fields.filter((_, index) => fields[index - 1]?.relation?.kind !== 'many-to-many' || index === 0);
  return shown.map(({ label }) => label).join(' › ');
}

/** Where the fields of a related item are: the collection, and the path to it. */
export function beyond(schema: Schema, field: Field, path: string): { collection: Collection; prefix: string } | null {
  const collection = field.relation && schema.collection(field.relation.collection);
  if (!field.relation || !collection) return null;
  const over = field.relation.kind === 'many-to-many' ? `${field.relation.theirs}.` : '';
  return { collection, prefix: `${path}.${over}` };
}

/** Whether a path crosses a list, so that it has several values. */
export const crossesList = (fields: readonly Field[]): boolean =>
  fields.slice(0, -1).some(({ relation }) => relation !== null && relation.kind !== 'to-one');
