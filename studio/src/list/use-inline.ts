import type { Items, Untyped } from '@octavo/client';
import { explainFailure } from '../api/failure.ts';
import { nameable } from '../api/items.ts';
import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { makeSerialQueue } from '../api/serial-queue.ts';
import { realReason } from '../api/session.ts';
import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import { isSame } from '../model/same.ts';
import { showDone, showFailure, showToast } from '../ui/toasts.ts';
import type { Refused } from './bulk.ts';
import type { Column } from './columns.ts';
import type { Row, Rows } from './rows.ts';
import { isDenied } from './use-bulk.ts';

/** A cell with pending values: how many there are, and the stored value so far. */
interface Cell {
  stored: unknown;
  open: number;
}

/**
 * Saves single cells: input is shown at once, and reverted if the server refuses it; `showWhy` shows the reason. Saves of an
 * item follow each other, so that the last input is stored and shown.
 */
export function useInline(
  project: Project,
  items: Items<Untyped, string>,
  collection: Collection,
  list: Rows,
  showWhy: (refused: Refused) => void,
): { save: (row: Row, column: Column, value: unknown) => Promise<void> } {
  const queue = makeSerialQueue();
  const cells = new Map<string, Cell>();
  const rowOf = (key: string): Row | undefined =>
    list.rows.value.find((each) => String(each[collection.key.name]) === key);

  function begin(key: string, name: string): Cell {
    const id = JSON.stringify([key, name]);
    const cell = cells.get(id) ?? { stored: rowOf(key)?.[name], open: 0 };
    cells.set(id, cell);
    cell.open++;
    return cell;
  }

  /** Shows the stored value, unless a newer one is pending. */
  function end(key: string, name: string, cell: Cell): void {
    if (--cell.open > 0) return;
    cells.delete(JSON.stringify([key, name]));
    list.patch(key, { [name]: cell.stored });
  }

  /** Returns the value that was stored before. */
  async function write(key: string, name: string, value: unknown): Promise<unknown> {
    const cell = begin(key, name);
    list.patch(key, { [name]: value });
    try {
      return await queue(() => send(key, name, value, cell), key);
    } finally {
      end(key, name, cell);
    }
  }

  async function send(key: string, name: string, value: unknown, cell: Cell): Promise<unknown> {
    const before = cell.stored;
    const saved = (await items.update(
      nameable(key),
      { [name]: value } as never,
      { fields: [name] } as never,
    )) as Row | null;
    cell.stored = saved && name in saved ? saved[name] : value;
    return before;
  }

  async function refuse(key: string, failure: unknown): Promise<void> {
    const error = await realReason(project, failure);
    noticeFailure(error);
    const row = rowOf(key);
    const refused = { key, title: row ? collection.title.render(row) : '', error };
    const action = { label: t('why.ask'), run: () => showWhy(refused) };
    if (isDenied(refused)) showToast({ text: explainFailure(error), kind: 'failed', action });
    else showFailure(error);
  }

  async function save(row: Row, { field }: Column, value: unknown): Promise<void> {
    if (isSame(row[field.name], value)) return;
    const key = String(row[collection.key.name]);
    try {
      const before = await write(key, field.name, value);
      showDone(t('list.saved', { field: field.label }), { label: t('common.undo'), run: () => undo(before) });
    } catch (error) {
      await refuse(key, error);
    }
    function undo(before: unknown): void {
      write(key, field.name, before).catch((error) => refuse(key, error));
    }
  }

  return { save };
}
