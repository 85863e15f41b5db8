import { useQueryClient } from '@tanstack/vue-query';
import { nextTick, shallowReactive } from 'vue';
import { explainFailure } from '../../api/failure.ts';
import { itemsOf } from '../../api/items.ts';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import { makeSerialQueue } from '../../api/serial-queue.ts';
import { t } from '../../i18n/messages.ts';
import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import type { Permissions } from '../../model/permissions.ts';
import { showDone, showToast } from '../../ui/toasts.ts';
import { keyOfRow, type Row, statusOfRow, titleOfRow } from './layout.ts';

/** A change of an item that a layout makes by moving it, and the one that takes it back. */
export interface Move {
  readonly row: Row;
  readonly change: Row;
  readonly undo: Row;
  /** What was done, in a sentence. */
  readonly said: string;
  /** Changes that others need on the way, such as their places in the order. */
  readonly others?: readonly Row[];
}

/** Items that were moved and whose lists have not been read again, with the changed values over them. */
export interface Moves {
  readonly pending: ReadonlyMap<string, Row>;
  readonly move: (move: Move) => Promise<boolean>;
}

/** Whether the role may write the field that a move changes. */
export function mayMove(permissions: Permissions, collection: Collection, field: Field | null, row: Row): boolean {
  const status = statusOfRow(collection, row);
  return field !== null && permissions.may('update', collection.name, status) && permissions.mayWrite(field, status);
}

/** Keeps the focus on what is moved: where it shows at once, and where the lists show it that are read again. */
export async function followMove(moving: Promise<boolean>, focus: () => void): Promise<void> {
  await nextTick();
  focus();
  await moving;
  await nextTick();
  if (document.activeElement === document.body) focus();
}

/** Writes moves: they show at once, can be undone, and go back with the reason where they are refused. */
export function useMoves(collection: Collection, after?: () => Promise<unknown>): Moves {
  const { client } = useProject();
  const queries = useQueryClient();
  const pending = shallowReactive(new Map<string, Row>());
  const items = itemsOf(client, collection.name);

  /** Writes of an item follow each other, so that its last move is what is stored. */
  const queue = makeSerialQueue();

  async function write(row: Row, change: Row, others: readonly Row[] = []): Promise<void> {
    const key = keyOfRow(collection, row);
    const own = { ...row, ...change };
    pending.set(key, own);
    try {
      await queue(() => send(row, change, others), key);
      await queries.invalidateQueries({ queryKey: ['items', collection.name] });
      await after?.();
    } finally {
      if (pending.get(key) === own) pending.delete(key);
    }
  }

  async function send(row: Row, change: Row, others: readonly Row[]): Promise<void> {
    const name = collection.key.name;
    const own = { ...change, [name]: row[name] };
    if (others.length > 0) await items.updateMany([own, ...others], { fields: [name] });
    else await items.update(keyOfRow(collection, row), change, { fields: [name] });
  }

  async function move({ row, change, undo, said, others }: Move): Promise<boolean> {
    try {
      await write(row, change, others);
    } catch (error) {
      refuse(row, error);
      return false;
    }
    const run = (): void => void write({ ...row, ...change }, undo).catch((error) => refuse(row, error));
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
