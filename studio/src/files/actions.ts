import { useQueryClient } from '@tanstack/vue-query';
import { useProject } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { number, t } from '../i18n/messages.ts';
import { showDone, showFailure } from '../ui/toasts.ts';
import { downloadOf, folderOf, type StudioFile } from './file.ts';

const BATCH = 100;

/** An action on files, for a permission check. */
export const fileAction = (action: 'update' | 'delete') => ({
  action,
  collection: 'directus_files',
  keyOf: ({ id }: StudioFile): string => String(id),
});

/** Actions on files. They show failures, and return whether they succeeded. */
export interface FileActions {
  readonly refresh: () => Promise<void>;
  readonly move: (files: readonly StudioFile[], folder: number | null, to: string) => Promise<boolean>;
  readonly tag: (files: readonly StudioFile[], tags: readonly string[]) => Promise<boolean>;
  readonly remove: (files: readonly StudioFile[]) => Promise<boolean>;
  readonly download: (files: readonly StudioFile[]) => void;
}

export function useFileActions(): FileActions {
  const { client } = useProject();
  const queries = useQueryClient();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['items', 'directus_files'] });

  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      noticeFailure(error);
      showFailure(error);
      return false;
    } finally {
      await refresh();
    }
  }

  const change = async (changes: readonly Readonly<Record<string, unknown>>[]): Promise<void> => {
    for (const batch of batches(changes)) await client.files.updateMany(batch as never, { fields: ['id'] });
  };

  return {
    refresh,
    async move(files, folder, to) {
      const before = files.map((file) => ({ id: file.id, folder: folderOf(file) }));
      const isDone = await attempt(() => change(files.map(({ id }) => ({ id, folder }))));
      const undo = { label: t('common.undo'), run: () => void attempt(() => change(before)) };
      if (isDone) showDone(t('files.moved', { count: files.length, to }), undo);
      return isDone;
    },
    async tag(files, tags) {
      const before = files.map(({ id, tags: had }) => ({ id, tags: had ?? [] }));
      const after = before.map(({ id, tags: had }) => ({ id, tags: [...new Set([...had, ...tags])] }));
      const isDone = await attempt(() => change(after));
      const undo = { label: t('common.undo'), run: () => void attempt(() => change(before)) };
      if (isDone) showDone(t('files.tagged', { count: files.length }), undo);
      return isDone;
    },
    async remove(files) {
      const isDone = await attempt(async () => {
        for (const batch of batches(files)) await client.files.delete(batch.map(({ id }) => id));
      });
      if (isDone) showDone(t('files.deleted', { count: files.length }));
      return isDone;
    },
    download: (files) => files.forEach(save),
  };
}

const batches = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_, index) => list.slice(index * BATCH, (index + 1) * BATCH));

/** Makes the browser save a file; several follow one another, so that none is blocked as an unwanted window. */
function save(file: StudioFile, index: number): void {
  const address = downloadOf(file);
  if (!address) return;
  const link = Object.assign(document.createElement('a'), { href: address, download: file.filename_download ?? '' });
  setTimeout(() => link.click(), index * 300);
}

/** Dimensions in pixels. */
export const pixels = ({ width, height }: Pick<StudioFile, 'width' | 'height'>): string =>
  width && height ? t('files.pixels', { width: number(width), height: number(height) }) : '';
