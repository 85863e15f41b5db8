import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { asText } from '../../shared/text.ts';
import type { Change } from '../changes.ts';
import type { FormerRow } from '../undo-log.ts';
import type { Entry } from './journal.ts';

/** What a change affects, as texts to compare: columns, tables, ends of relations, and the rows that describe them. */
export function touchedBy({ steps, former }: Entry, changes: readonly Change[]): Set<string> {
  return new Set([...steps.flatMap(touchedByStep), ...former.map(touchedRow), ...changes.flatMap(endsOfRelation)]);
}

const touchedRow = ({ table, key }: FormerRow): string => `${table}:${asText(key.value)}`;

function touchedByStep(step: TableStep): string[] {
  const table = tableOf(step);
  if (step.kind === 'keep' || step.kind === 'restore') return [];
  if (step.kind !== 'alter') return [table];
  const [before, after] = [step.before, step.after].map(
    ({ columns }) => new Map(columns.map((column) => [column.name, JSON.stringify(column)])),
  );
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].filter((name) => before?.get(name) !== after?.get(name)).map((name) => `${table}.${name}`);
}

function endsOfRelation(change: Change): string[] {
  if (change.kind !== 'item' || change.collection !== 'directus_relations') return [];
  return [change.before, change.after].flatMap((row) => {
    const { collection_many: many, field_many: field, collection_one: one, field_one: list } = row ?? {};
    const ends = [
      [many, field],
      [one, list],
    ];
    return ends.flatMap(([name, place]) => (name ? [place ? `${asText(name)}.${asText(place)}` : asText(name)] : []));
  });
}

/** Whether what two changes affect overlaps: a table includes its columns. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const within = (name: string, names: ReadonlySet<string>): boolean =>
    names.has(name) || (name.includes('.') && names.has(name.slice(0, name.indexOf('.'))));
  return [...one].some((name) => within(name, other)) || [...other].some((name) => within(name, one));
}
