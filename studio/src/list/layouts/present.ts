import { type Shown, shownOf } from '../../editors/value/shown.ts';
import type { Field } from '../../model/field.ts';
import type { Schema } from '../../model/schema.ts';

/** The paths to read for a field that a card shows: for a relation, those of the related item's title. */
export function pathsOf(field: Field, schema: Schema): readonly string[] {
  if (field.relation?.kind !== 'to-one') return [field.name];
  const related = schema.collection(field.relation.collection);
  return related ? related.title.paths.map((path) => `${field.name}.${path}`) : [];
}

/** A value as shown on a card: plain text, so that it cannot contain scripts. */
export function shown(field: Field, value: unknown, schema: Schema): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.relation?.kind !== 'to-one') return textOf(shownOf(field, value));
  return schema.collection(field.relation.collection)?.title.render(value) ?? '';
}

function textOf(shown: Shown): string {
  if (shown.kind === 'none') return '';
  if (shown.kind === 'status') return shown.status.label;
  return shown.kind === 'list' ? shown.entries.join(', ') : shown.text;
}
