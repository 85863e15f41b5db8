import type { Items, Untyped } from '@octavo/client';
import { explainFailure } from '../api/failure.ts';
import type { Project } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { trueReason } from '../api/session.ts';
import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import { isSame } from '../model/same.ts';
import { showDone, showFailure, showToast } from '../ui/toasts.ts';
import type { Refused } from './bulk.ts';
import type { Column } from './columns.ts';
import type { Row, Rows } from './rows.ts';
import { isDenied } from './use-bulk.ts';

/** Saves single cells: what was typed shows at once, and goes again if the server refuses it; `showWhy` says why. */
export function useInline(
  project: Project,
  items: Items<Untyped, string>,
  collection: Collection,
  list: Rows,
  showWhy: (refused: Refused) => void,
): { save: (row: Row, column: Column, value: unknown) => Promise<void> } {
  async function write(key: string, name: string, value: unknown, before: unknown): Promise<boolean> {
    list.patch(key, { [name]: value });
    try {
      const saved = (await items.update(key, { [name]: value } as never, { fields: [name] } as never)) as Row | null;
      if (saved && name in saved) list.patch(key, { [name]: saved[name] });
      return true;
    } catch (error) {
      list.patch(key, { [name]: before });
      await refuse(key, error);
      return false;
    }
  }

  async function refuse(key: string, failure: unknown): Promise<void> {
    const error = await trueReason(project, failure);
    noticeFailure(error);
    const row = list.rows.value.find((each) => String(each[collection.key.name]) === key);
    const refused = { key, title: row ? collection.title.render(row) : '', error };
    const action = { label: t('why.ask'), run: () => showWhy(refused) };
    if (isDenied(refused)) showToast({ text: explainFailure(error), kind: 'failed', action });
    else showFailure(error);
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
