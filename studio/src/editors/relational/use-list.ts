import { computed, type Ref, watch } from 'vue';
import { t } from '../../i18n/messages.ts';
import { useForm } from '../../item/form.ts';
import {
  addRow,
  type Changes,
  changeRow,
  type Key,
  type KnownRow,
  keyOf,
  linkItems,
  pendingOf,
  type Row,
  removeRow,
  type ShownRow,
  showRows,
  smallest,
  stays,
  undo,
} from './changes.ts';
import { rebase } from './rebase.ts';
import { nameOf } from './related.ts';
import { moveRow } from './reorder.ts';
import type { ListOf } from './shape.ts';
import { useKnown } from './use-known.ts';
import type { Rows } from './use-rows.ts';

/** A list of related items with pending changes, and actions on it. */
export interface List {
  readonly shown: Readonly<Ref<readonly ShownRow[]>>;
  readonly changes: Readonly<Ref<Changes>>;
  /** The related item of a row, for its title. */
  readonly itemOf: (row: ShownRow) => Row;
  readonly keyOfItem: (row: ShownRow) => Key | null;
  /** The title of a row's item, or words for one that has none yet. */
  readonly nameOf: (row: ShownRow) => string;
  /** With a junction, only the junction's row is deleted; the item stays. */
  readonly stateOf: (row: ShownRow) => ShownRow['state'];
  /** The keys of the items that stay. */
  readonly there: Readonly<Ref<ReadonlySet<string>>>;
  readonly link: (items: readonly Row[]) => void;
  readonly linkKeys: (keys: readonly Key[]) => void;
  readonly add: (values: Row) => void;
  readonly remove: (row: ShownRow, how: 'unlink' | 'delete') => void;
  readonly undo: (row: ShownRow) => void;
  /** Reads all remaining rows: positions are known only among all of them. */
  readonly all: () => Promise<void>;
  readonly move: (from: number, to: number) => void;
  readonly pendingOf: (row: ShownRow) => Row;
  readonly changed: (before: Changes, row: ShownRow, values: Row) => Changes;
  readonly set: (changes: Changes) => void;
}

/** Keeps the pending changes of a list in the value of its field. */
export function useList(
  list: ListOf,
  rows: Rows,
  value: () => unknown,
  emit: (value: Changes | undefined) => void,
): List {
  const { shape, related } = list;
  const form = useForm();
  const known = useKnownRows(list);
  const changes = computed<Changes>(() => (Array.isArray(value()) ? (value() as Changes) : []));
  const shown = computed(() => showRows(rows.stored.value, changes.value, shape, known.row));
  const set = (next: Changes): void => emit(smallest(rows.stored.value, next, shape));

  function itemOf({ values }: ShownRow): Row {
    if (!shape.far) return values;
    const far = values[shape.far.field];
    const key = keyOf(far, shape.far.key);
    const before = key === null ? {} : (known.far(key) ?? { [shape.far.key]: key });
    return typeof far === 'object' && far !== null ? { ...before, ...far } : before;
  }

  const keyOfItem = (row: ShownRow): Key | null =>
    shape.far ? keyOf(row.values[shape.far.field], shape.far.key) : row.key;

  watch([changes, rows.isRead], () => void known.need(changes.value, rows.stored.value), { immediate: true });
  useRebase(list, rows, changes, known, set);

  const linkKeys = (keys: readonly Key[]): void => set(linkItems(changes.value, keys, shown.value, shape));
  return {
    shown,
    changes,
    itemOf,
    keyOfItem,
    nameOf: (row) =>
      nameOf(related, itemOf(row), keyOfItem(row)) || t('relations.newItem', { collection: related.collection.label }),
    stateOf: ({ state }) => (shape.far && state === 'deleted' ? 'unlinked' : state),
    there: computed(() => new Set(shown.value.filter(stays).map((row) => String(keyOfItem(row))))),
    link: (items) => {
      known.note(items);
      linkKeys(items.map((item) => item[related.key] as Key));
    },
    linkKeys,
    add: (values) => set(addRow(changes.value, values)),
    remove: (row, how) => set(removeRow(changes.value, row, how, shape)),
    undo: (row) => set(undo(changes.value, row, shape)),
    all: rows.all,
    move: (from, to) => set(moveRow(changes.value, shown.value, from, to, shape)),
    pendingOf: (row) => pendingOf(changes.value, row, shape),
    changed: (before, row, values) => changeRow(before, row, values, shape),
    set,
  };

  function useKnownRows({ rows: name, paths }: ListOf) {
    const near = useKnown(name, shape.key, [...paths, shape.foreign]);
    const far = shape.far ? useKnown(related.collection.name, related.key, related.paths) : null;
    return {
      far: (key: Key): Row | null | undefined => far?.get(key),
      row: (key: Key): KnownRow | undefined => {
        const values = near.get(key);
        return values ? { values, isOurs: isOurs(values) } : undefined;
      },
      note: (items: readonly Row[]) => (far ?? near).note(items),
      isGone: (key: Key): boolean => near.get(key) === null,
      need: async (pending: Changes, stored: readonly Row[]) => {
        const there = new Set(stored.map((row) => String(row[shape.key])));
        const keys = pending.map((entry) => keyOf(entry, shape.key)).filter((key) => key !== null);
        await near.need(keys.filter((key) => !there.has(String(key))));
        await far?.need(farKeys(pending));
      },
    };
  }

  function isOurs(values: Row): boolean {
    const owner = values[shape.foreign];
    const key = typeof owner === 'object' && owner !== null ? Object.values(owner)[0] : owner;
    return form.key.value !== null && String(key) === form.key.value;
  }

  function farKeys(pending: Changes): Key[] {
    const { far } = shape;
    if (!far) return [];
    return pending
      .map((entry) => (typeof entry === 'object' ? keyOf(entry[far.field], far.key) : null))
      .filter((key) => key !== null);
  }
}

/** Updates the pending changes after the rows were read again, because others may have removed some of them. */
function useRebase(
  { shape }: ListOf,
  rows: Rows,
  changes: Readonly<Ref<Changes>>,
  known: { need: (pending: Changes, stored: readonly Row[]) => Promise<void>; isGone: (key: Key) => boolean },
  set: (changes: Changes) => void,
): void {
  watch(rows.stored, async (now, before) => {
    if (changes.value.length === 0 || before.length === 0) return;
    await known.need(changes.value, now);
    const keys = changes.value.map((entry) => keyOf(entry, shape.key)).filter((key) => key !== null);
    const there = new Set(now.map((row) => String(row[shape.key])));
    const gone = keys.filter((key) => !there.has(String(key)) && known.isGone(key)).map(String);
    const next = rebase(changes.value, before, now, new Set(gone), shape);
    if (next.length !== changes.value.length || gone.length > 0) set(next);
  });
}
