import { readerOf } from '../../schema/codec.ts';
import { jsonOf } from '../../shared/json-value.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { Viewer } from './decoder.ts';
import { hidingOf, type Places, placesOf, storedOf } from './members.ts';
import type { Row } from './row.ts';

/**
 * Turns a row of a statement into the JSON text of its item. `related` contains the texts of its relations, in their
 * order.
 */
export type Writer = (row: Row, viewer: Viewer, related: readonly string[]) => string;

/** Names that an object lists in another position than they were set in, or not at all. */
const MOVED = /^\d+$|^__proto__$/;

/** The JSON text of a member's value; undefined if it has none. */
type TextOf = (row: Row, viewer: Viewer, related: readonly string[]) => string | undefined;

/** Returns the writer of a node; null if it would put a name in another position than `JSON.stringify`. */
export function writerOf(plan: NodePlan): Writer | null {
  const names = [...new Set([...plan.names, ...plan.computed.map(({ field }) => field.name)])];
  if (names.some((name) => MOVED.test(name))) return null;
  const places = placesOf(plan);
  const hiding = hidingOf(plan, places);
  const members = names.map((name) => ({
    first: `{${JSON.stringify(name)}:`,
    next: `,${JSON.stringify(name)}:`,
    isHidden: hiding.get(name),
    textOf: textOf(plan, places, name),
  }));
  return (row, viewer, related) => {
    let text = '';
    for (const { first, next, isHidden, textOf } of members) {
      if (isHidden?.(row, viewer.user)) continue;
      const value = textOf(row, viewer, related);
      if (value !== undefined) text += (text === '' ? first : next) + value;
    }
    return text === '' ? '{}' : `${text}}`;
  };
}

function textOf(plan: NodePlan, places: Places, name: string): TextOf {
  const computed = plan.computed.find(({ field }) => field.name === name);
  if (computed) {
    const { field, of } = computed;
    return (row, { compute }) => jsonOf(compute(field, storedOf(of, places, row)));
  }
  const relation = plan.relations.findIndex(({ field }) => field.name === name);
  if (relation >= 0) return (_row, _viewer, related) => related[relation];
  const field = plan.collection.byName.get(name);
  const place = places.get(name);
  const read = field && readerOf(field);
  if (place === undefined) return () => (read ? jsonOf(read(null)) : 'null');
  return read ? (row) => jsonOf(read(row[place] ?? null)) : (row) => jsonOf(row[place]);
}
