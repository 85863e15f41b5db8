import { computed, type Ref, ref } from 'vue';
import { useProject } from '../../api/project.ts';
import type { Collection } from '../../model/collection.ts';
import { type Changes, type Key, keyOf, type Row, type ShownRow } from './changes.ts';
import type { ListOf } from './shape.ts';
import type { List } from './use-list.ts';

/** What the drawer of a list edits: the related item, and the junction's row if it has fields of its own. */
interface Open {
  readonly row: ShownRow | null;
  readonly key: Key | null;
  readonly pending: Row;
  readonly tie?: {
    readonly collection: Collection;
    readonly key: Key | null;
    readonly pending: Row;
    readonly hidden: readonly string[];
  };
  readonly before: Changes;
}

export interface ListDrawer {
  readonly open: Ref<Open | null>;
  readonly hidden: readonly string[];
  readonly openNew: (values?: Row) => void;
  readonly openRow: (row: ShownRow) => void;
  readonly change: (values: Row, tie: Row) => void;
  readonly discard: () => void;
}

/** Edits the rows of a list in a drawer. Each change replaces what was pending for the row when the drawer was opened. */
export function useListDrawer({ shape, relation, rows, ties }: ListOf, list: List): ListDrawer {
  const { schema } = useProject();
  const open = ref<Open | null>(null) as Ref<Open | null>;
  const tieCollection = schema.collection(rows);
  const fixed = [shape.key, shape.foreign, shape.far?.field ?? '', shape.sort ?? ''];

  function tieOf(key: Key | null, pending: Row): Pick<Open, 'tie'> {
    if (ties.length === 0 || !tieCollection) return {};
    const { [shape.far?.field ?? '']: _far, ...rest } = pending;
    return { tie: { collection: tieCollection, key, pending: rest, hidden: fixed } };
  }

  function openRow(row: ShownRow): void {
    const pending = list.pendingOf(row);
    const before = list.changes.value;
    const { far } = shape;
    if (!far) {
      open.value = { row, key: row.state === 'new' ? null : row.key, pending, before };
      return;
    }
    const nested = pending[far.field];
    const own = typeof nested === 'object' && nested !== null ? (nested as Row) : {};
    const { [far.key]: named, ...values } = own;
    const key = row.state === 'new' ? null : keyOf(row.values[far.field], far.key);
    open.value = { row, key, pending: key === null ? own : values, before, ...tieOf(row.key, pending) };
  }

  function entryOf({ row, key }: Open, values: Row, tie: Row): Row {
    const { far } = shape;
    if (!far) return values;
    const ties = { ...sortOf(row), ...tie };
    if (key === null) return { ...ties, [far.field]: values };
    const isEdited = Object.keys(values).length > 0;
    const isStored = row !== null && row.key !== null;
    if (!isEdited) return isStored ? ties : { ...ties, [far.field]: key };
    return { ...ties, [far.field]: { [far.key]: key, ...values } };
  }

  /** The new position of a moved row is not one of the drawer's fields. */
  function sortOf(row: ShownRow | null): Row {
    const place = row && shape.sort ? list.pendingOf(row)[shape.sort] : undefined;
    return place === undefined ? {} : { [shape.sort as string]: place };
  }

  function change(values: Row, tie: Row): void {
    const now = open.value;
    if (!now) return;
    const entry = entryOf(now, values, tie);
    list.set(now.row ? list.changed(now.before, now.row, entry) : [...now.before, entry]);
  }

  return {
    open,
    hidden: relation.kind === 'to-many' ? [relation.foreign, shape.sort ?? ''] : [],
    openNew: (values = {}) => {
      open.value = { row: null, key: null, pending: values, before: list.changes.value, ...tieOf(null, {}) };
    },
    openRow,
    change,
    discard: () => {
      if (open.value) list.set(open.value.before);
      open.value = null;
    },
  };
}

/** What may be done to the rows of a list, by the role and by the options of the schema. */
export function useListRights({ shape, relation, rows, related }: ListOf, options: Row, readonly: () => boolean) {
  const { permissions, schema } = useProject();
  const foreign = schema.collection(rows)?.field(shape.foreign);
  const isTied = relation.kind === 'many-to-many';
  const allows = (name: string): boolean => options[name] !== false && options[name] !== 0;
  const mayTie = permissions.may('create', rows);
  const mayUntie = isTied ? permissions.may('delete', rows) : permissions.may('update', rows) && !foreign?.isRequired;
  const mode = options.delete_mode;
  return computed(() => {
    const closed = readonly();
    return {
      create:
        !closed && allows('allow_create') && permissions.may('create', related.collection.name) && (!isTied || mayTie),
      select: !closed && allows('allow_select') && (isTied ? mayTie : permissions.may('update', rows)),
      unlink: !closed && mayUntie && (isTied || mode !== 'item'),
      delete: !closed && !isTied && mode !== 'relation' && permissions.may('delete', rows),
      edit: !closed && permissions.may('update', related.collection.name),
      move: !closed && shape.sort !== null && permissions.may('update', rows),
    };
  });
}
