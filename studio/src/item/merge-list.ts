import type { Field } from '../model/field.ts';
import { isSame } from '../model/same.ts';
import type { Schema } from '../model/schema.ts';
import type { Values } from './form.ts';
import type { Outcome } from './merge-outcome.ts';

type Row = Values;

/** The collection of the rows of a list: the junction, if there is one. */
const rowsOf = ({ relation }: Field): string =>
  relation?.kind === 'many-to-many' ? relation.junction : (relation?.collection ?? '');

const asRows = (value: unknown): Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null) : [];

/**
 * Merges changes of a list of related items with a newer state of the list. Rows that only one side changed are
 * merged; rows that no longer exist need no deletion. Rows that both changed, and changed rows that no longer exist, stay open.
 */
export function mergeList(field: Field, schema: Schema, before: unknown, mine: unknown, theirs: unknown): Outcome {
  if (!Array.isArray(mine)) return { isOpen: false, ifMine: mine, ifTheirs: mine };
  const key = schema.collection(rowsOf(field))?.key.name ?? 'id';
  const byKey = (rows: unknown) => new Map(asRows(rows).map((row) => [String(row[key]), row]));
  const [then, now] = [byKey(before), byKey(theirs)];
  const judged = mine.map((entry) => judge(entry, key, then, now));
  const sent = (pick: (one: Judged) => unknown): unknown => {
    const rows = judged.map(pick).filter((row) => row !== undefined);
    return rows.length > 0 ? rows : undefined;
  };
  return {
    isOpen: judged.some(({ isOpen }) => isOpen),
    ifMine: sent(({ ifMine }) => ifMine),
    ifTheirs: sent(({ ifTheirs }) => ifTheirs),
  };
}

type Judged = Outcome;

function judge(entry: unknown, key: string, then: ReadonlyMap<string, Row>, now: ReadonlyMap<string, Row>): Judged {
  const settled = { isOpen: false, ifMine: entry, ifTheirs: entry };
  const [row] = asRows([entry]);
  const id = row ? String(row[key]) : null;
  const [old, current] = id === null ? [] : [then.get(id), now.get(id)];
  if (!row || !old) return settled;
  const { [key]: _key, ...change } = row;
  if (!current) {
    if (isRemoval(change)) return { isOpen: false, ifMine: undefined, ifTheirs: undefined };
    const { [key]: _old, ...values } = old;
    return { isOpen: true, ifMine: { ...values, ...change }, ifTheirs: undefined };
  }
  const isOpen = Object.entries(change).some(
    ([name, value]) => name in old && !isSame(old[name], current[name]) && !isSame(value, current[name]),
  );
  return { isOpen, ifMine: entry, ifTheirs: isOpen ? undefined : entry };
}

/** Whether a change of a row deletes or detaches it. */
const isRemoval = (change: Row): boolean =>
  change.$delete === true || (Object.keys(change).length === 1 && Object.values(change)[0] === null);
