import { useQueryClient } from '@tanstack/vue-query';
import { nextTick, shallowReactive } from 'vue';
import { usePermissionCheck } from '../../api/allowed.ts';
import { explainFailure } from '../../api/failure.ts';
import { itemsOf, nameable } from '../../api/items.ts';
import { type Project, useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import { makeSerialQueue } from '../../api/serial-queue.ts';
import { t } from '../../i18n/messages.ts';
import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import { levelFor } from '../../model/owner.ts';
import { showDone, showToast } from '../../ui/toasts.ts';
import { keyOfRow, type Row, statusOfRow, titleOfRow } from './layout.ts';

/** A shown row, and its changes. */
export interface RowChange {
  readonly row: Row;
  readonly change: Row;
}

/** A change of an item that a layout makes by moving it, and the change that undoes it. */
export interface Move extends RowChange {
  readonly undo: Row;
  /** What was done, in a sentence. */
  readonly said: string;
  /** Changes of other items that it requires, such as their positions in the order. */
  readonly others?: readonly RowChange[];
}

/** Moved items whose lists have not been read again yet, with their changed values. */
export interface Moves {
  readonly pending: ReadonlyMap<string, Row>;
  readonly move: (move: Move) => Promise<boolean>;
}

interface MovesOptions {
  /** Called when a move has been stored, in addition to reading lists again. */
  readonly after?: () => Promise<unknown>;
  /** Whether items are moved within an order: a move may change positions that the next one depends on. */
  readonly isOrdered?: boolean;
}

/** Whether the caller may write the field that a move changes. */
export function mayMove(
  { permissions, me }: Pick<Project, 'permissions' | 'me'>,
  collection: Collection,
  field: Field | null,
  row: Row,
): boolean {
  const status = statusOfRow(collection, row);
  return (
    field !== null &&
    permissions.may('update', collection.name, status, levelFor(collection, row, me)) &&
    permissions.mayWrite(field, status)
  );
}

/** Whether the user may move an item of a list: by permissions, and by item rules once the server has answered. */
export function useMovable(
  collection: Collection,
  field: () => Field | null,
  rows: () => readonly Row[],
): (row: Row) => boolean {
  const project = useProject();
  const keyOf = (row: Row): string => keyOfRow(collection, row);
  const check = usePermissionCheck(project, { action: 'update', collection: collection.name, keyOf }, rows);
  return (row) => mayMove(project, collection, field(), row) && check.allows(row);
}

/** Keeps the focus on a moved item: in its new place, and after its lists have been read again. */
export async function followMove(moving: Promise<boolean>, focus: () => void): Promise<void> {
  await nextTick();
  focus();
  await moving;
  await nextTick();
  if (document.activeElement === document.body) focus();
}

/** Writes moves. They are shown at once, can be undone, and are reverted with the reason if they are refused. */
export function useMoves(collection: Collection, { after, isOrdered = false }: MovesOptions = {}): Moves {
  const { client } = useProject();
  const queries = useQueryClient();
  const pending = shallowReactive(new Map<string, Row>());
  const items = itemsOf(client, collection.name);

  /** Moves of an item are written in sequence, so that the last one is stored; within an order, all moves are. */
  const queue = makeSerialQueue();

  async function write(own: RowChange, others: readonly RowChange[] = []): Promise<void> {
    const key = keyOfRow(collection, own.row);
    const shown = show([own, ...others]);
    try {
      await queue(() => send(own, others), isOrdered ? '' : key);
      await queries.invalidateQueries({ queryKey: ['items', collection.name] });
      await after?.();
    } finally {
      for (const [name, row] of shown) if (pending.get(name) === row) pending.delete(name);
    }
  }

  function show(changes: readonly RowChange[]): ReadonlyMap<string, Row> {
    const shown = new Map(changes.map(({ row, change }) => [keyOfRow(collection, row), { ...row, ...change }]));
    for (const [key, row] of shown) pending.set(key, row);
    return shown;
  }

  async function send(own: RowChange, others: readonly RowChange[]): Promise<void> {
    const name = collection.key.name;
    const changes = [own, ...others].map(({ row, change }) => ({ ...change, [name]: row[name] }));
    if (others.length > 0) await items.updateMany(changes, { fields: [name] });
    else await items.update(nameable(keyOfRow(collection, own.row)), own.change, { fields: [name] });
  }

  async function move({ row, change, undo, said, others }: Move): Promise<boolean> {
    try {
      await write({ row, change }, others);
    } catch (error) {
      refuse(row, error);
      return false;
    }
    const run = (): void =>
      void write({ row: { ...row, ...change }, change: undo }).catch((error) => refuse(row, error));
    showDone(said, { label: t('common.undo'), run });
    return true;
  }

  function refuse(row: Row, error: unknown): void {
    noticeFailure(error);
    const values = { title: titleOfRow(collection, row), reason: explainFailure(error) };
    showToast({ text: t('layout.notMoved', values), kind: 'failed' });
  }

  return { pending, move };
}
