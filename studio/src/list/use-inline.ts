import type { Items, Untyped } from '@octavo/client';
import { noticeFailure } from '../api/queries.ts';
import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import { isSame } from '../model/same.ts';
import { showDone, showFailure } from '../ui/toasts.ts';
import type { Column } from './columns.ts';
import type { Row, Rows } from './rows.ts';

/** Saves single cells: what was typed shows at once, and goes again if the server refuses it. */
export function useInline(
  items: Items<Untyped, string>,
  collection: Collection,
  list: Rows,
): { save: (row: Row, column: Column, value: unknown) => Promise<void> } {
  async function write(key: string, name: string, value: unknown, before: unknown): Promise<boolean> {
    list.patch(key, { [name]: value });
    try {
      const saved = (await items.update(key, { [name]: value } as never, { fields: [name] } as never)) as Row | null;
      if (saved && name in saved) list.patch(key, { [name]: saved[name] });
      return true;
    } catch (error) {
      list.patch(key, { [name]: before });
      noticeFailure(error);
      showFailure(error);
      return false;
    }
  }

  async function save(row: Row, { field }: Column, value: unknown): Promise<void> {
    const key = String(row[collection.key.name]);
    const before = row[field.name];
    if (isSame(before, value) || !(await write(key, field.name, value, before))) return;
    const undo = { label: t('common.undo'), run: () => void write(key, field.name, before, value) };
    showDone(t('list.saved', { field: field.label }), undo);
  }

  return { save };
}
