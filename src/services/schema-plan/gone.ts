import type { Draft } from '../../persistence/schema-change/draft.ts';
import type { Schema } from '../../schema/schema.ts';
import { tableOf } from '../../schema/table-step.ts';
import { asText } from '../../shared/text.ts';

/** A collection, or a field of one, that a change removes. */
export interface Gone {
  readonly collection: string;
  readonly field: string | null;
}

/** Everything that a change removes: its targets, and what depends on them. */
export function goneIn(schema: Schema, { steps, changes }: Draft): Gone[] {
  const tables = steps.flatMap((step) =>
    step.kind === 'drop' || step.kind === 'retire' ? [{ collection: tableOf(step), field: null }] : [],
  );
  const dropped = new Set(tables.map(({ collection }) => collection));
  const columns = steps.flatMap((step) => {
    if (step.kind !== 'alter') return [];
    const kept = new Set(step.after.columns.map(({ name }) => name));
    const lost = step.before.columns.filter(({ name }) => !kept.has(name));
    return lost.map(({ name }) => ({ collection: step.before.name, field: name }));
  });
  const aliases = changes.flatMap((change) => {
    if (change.kind !== 'schema' || change.event !== 'field.delete') return [];
    const field = asText(change.data.field);
    const isAlias = !schema.collections.get(change.collection)?.byName.get(field)?.column;
    return isAlias && !dropped.has(change.collection) ? [{ collection: change.collection, field }] : [];
  });
  return [...tables, ...columns, ...aliases];
}

/** Whether a JSON value, or its text, may refer to a field: as a text by itself, or in a template. */
export function namesField(value: unknown, field: string): boolean {
  if (value === null || value === undefined) return false;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    [`"${field}"`, `{{${field}}}`, `{{ ${field} }}`, `.${field}}}`].some((form) => text.includes(form)) ||
    text.split(',').includes(field)
  );
}
