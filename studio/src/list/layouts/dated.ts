import { keepPreviousData, useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { useProject } from '../../api/project.ts';
import { inUtc, isInUtc } from '../../i18n/dates.ts';
import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import type { Permissions } from '../../model/permissions.ts';
import { fieldOption, type LayoutParameters, narrowed, type Row } from './layout.ts';
import { type Day, dayIn } from './month.ts';
import { type RowsPage, readRows } from './rows.ts';

const PAGE = 200;
/** More items than anybody reads in one month. */
export const MAX_ITEMS = 1000;

const DATES = /^(date|datetime|datetime_created|datetime_updated)$/;

/** The fields that a calendar can use: those that people write come first. */
export const dateFields = (collection: Collection, permissions: Permissions): readonly Field[] =>
  collection.fields
    .filter((field) => DATES.test(field.type) && permissions.mayRead(field))
    .sort((a, b) => Number(isStamp(a)) - Number(isStamp(b)));

/** Whether the server writes it. */
export const isStamp = ({ type, isReadonly }: Field): boolean => isReadonly || /_(created|updated)$/.test(type);

export function dateField(collection: Collection, permissions: Permissions, options: Row): Field | null {
  const fields = dateFields(collection, permissions);
  const chosen = fieldOption(collection, options, 'date');
  return fields.find(({ name }) => name === chosen) ?? fields[0] ?? null;
}

interface DatedQuery {
  readonly collection: Collection;
  readonly parameters: LayoutParameters;
  readonly field: Field | null;
  readonly fields: readonly string[];
  readonly from: Day;
  readonly to: Day;
}

/** The items of some days, however many pages they take, up to a bound. */
export function useDated(query: () => DatedQuery) {
  const { client, key } = useProject();
  const asked = computed(() => {
    const { collection, parameters, field, fields, from, to } = query();
    const name = field?.name ?? '';
    const local = field?.type === 'date' ? [from, to] : [`${from} 00:00:00`, `${to} 23:59:59`];
    const bounds = field && isInUtc(field) ? local.map(inUtc) : local;
    const narrow = narrowed(parameters, { [name]: { between: bounds } });
    return { ...narrow, collection: collection.name, fields, sort: name, limit: PAGE };
  });
  return useQuery({
    queryKey: computed(() => ['items', asked.value.collection, 'dated', asked.value, key]),
    queryFn: async ({ signal }): Promise<readonly Row[]> => {
      const rows: Row[] = [];
      let after: string | null = null;
      do {
        const page: RowsPage = await readRows(client, asked.value, after, signal);
        rows.push(...page.rows);
        after = page.after;
      } while (after && rows.length < MAX_ITEMS);
      return rows;
    },
    placeholderData: keepPreviousData,
    enabled: computed(() => query().field !== null),
  });
}

/** Rows by day, sorted by time within a day. */
export function byDay(rows: readonly Row[], field: Field): ReadonlyMap<Day, readonly Row[]> {
  const days = new Map<Day, Row[]>();
  for (const row of rows) {
    const day = dayIn(row[field.name]);
    if (day) days.set(day, [...(days.get(day) ?? []), row]);
  }
  for (const list of days.values())
    list.sort((a, b) => String(a[field.name]).localeCompare(String(b[field.name]), 'en'));
  return days;
}
