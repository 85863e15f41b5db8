import type { Items, Untyped } from '@octavo/client';
import { explainFailure, isSignedOut } from '../api/failure.ts';
import { nameable } from '../api/items.ts';
import { noticeFailure, onceSignedIn } from '../api/queries.ts';
import { isRefusal } from '../api/refused.ts';
import { makeSerialQueue } from '../api/serial-queue.ts';
import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import { isSame } from '../model/same.ts';
import { showDone, showFailure, showToast, showWork } from '../ui/toasts.ts';
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

  /** Shows why a value was not saved. Unless it was refused, offers a retry, because its cell no longer shows it. */
  function refuse(key: string, { label }: Field, error: unknown, retry: () => void): void {
    noticeFailure(error);
    if (isSignedOut(error)) onceSignedIn(retry);
    else if (isRefusal(error)) showRefused(key, error);
    else offerRetry(label, error, retry);
  }

  function showRefused(key: string, error: unknown): void {
    const row = rowOf(key);
    const refused = { key, title: row ? collection.title.render(row) : '', error };
    const action = { label: t('why.ask'), run: () => showWhy(refused) };
    if (isDenied(refused)) showToast({ text: explainFailure(error), kind: 'failed', action });
    else showFailure(error);
  }

  async function put(key: string, field: Field, value: unknown): Promise<void> {
    try {
      const before = await write(key, field.name, value);
      showDone(t('list.saved', { field: field.label }), { label: t('common.undo'), run: () => undo(before) });
    } catch (error) {
      refuse(key, field, error, () => void put(key, field, value));
    }
    function undo(before: unknown): void {
      write(key, field.name, before).catch((error) => refuse(key, field, error, () => undo(before)));
    }
  }

  return {
    save: async (row, { field }, value) => {
      if (!isSame(row[field.name], value)) await put(String(row[collection.key.name]), field, value);
    },
  };
}

/** Shows a failure with a retry button that does not time out. */
function offerRetry(name: string, error: unknown, run: () => void): void {
  const text = t('common.labelled', { name, text: explainFailure(error) });
  showWork({ text, kind: 'failed', action: { label: t('common.retry'), run } });
}
