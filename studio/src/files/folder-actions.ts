import { OctavoError } from '@octavo/client';
import { useQueryClient } from '@tanstack/vue-query';
import { useRoute, useRouter } from 'vue-router';
import { useProject } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { t } from '../i18n/messages.ts';
import { showDone, showFailure, showToast } from '../ui/toasts.ts';
import { type FolderLine, isInside } from './folders.ts';

/** Actions on folders. They return whether they succeeded. */
export interface FolderActions {
  readonly create: (name: string, parent: number | null) => Promise<boolean>;
  readonly rename: (folder: FolderLine, name: string) => Promise<boolean>;
  readonly move: (folder: FolderLine, parent: number | null) => Promise<boolean>;
  readonly remove: (folder: FolderLine) => Promise<boolean>;
}

const BATCH = 200;

export function useFolderActions(lines: () => readonly FolderLine[]): FolderActions {
  const { client } = useProject();
  const queries = useQueryClient();
  const router = useRouter();
  const route = useRoute();

  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      noticeFailure(error);
      if (error instanceof OctavoError && error.status === 409)
        showToast({ text: t('files.folderTaken'), kind: 'failed' });
      else showFailure(error);
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: ['items', 'directus_folders'] });
    }
  }

  const put = (folder: FolderLine, parent: number | null) => (): Promise<unknown> =>
    client.folders.update(folder.id, { parent_folder: parent });

  /** The server leaves the contents of a deleted folder in it, where nobody would find them: they are moved first. */
  async function empty({ id, parent }: FolderLine): Promise<void> {
    for (;;) {
      const files = (await client.files.list({ fields: ['id'], filter: { folder: { eq: id } }, limit: BATCH })) as {
        id: number;
      }[];
      if (files.length === 0) break;
      await client.files.updateMany(files.map((file) => ({ id: file.id, folder: parent })) as never, {
        fields: ['id'],
      });
    }
    for (const folder of lines().filter((line) => line.parent === id)) await put(folder, parent)();
  }

  return {
    create: (name, parent) =>
      attempt(async () => {
        const { id } = (await client.folders.create({ name, parent_folder: parent } as never)) as unknown as FolderLine;
        await router.push({ name: 'files', params: { folder: id } });
      }),
    rename: (folder, name) => attempt(() => client.folders.update(folder.id, { name })),
    async move(folder, parent) {
      if (isInside(lines(), parent, folder.id)) {
        showToast({ text: t('files.folderCycle', { name: folder.name }), kind: 'failed' });
        return false;
      }
      const isDone = await attempt(put(folder, parent));
      const undo = { label: t('common.undo'), run: () => void attempt(put(folder, folder.parent)) };
      if (isDone) showDone(t('files.folderMoved', { name: folder.name }), undo);
      return isDone;
    },
    remove: (folder) =>
      attempt(async () => {
        await empty(folder);
        await client.folders.delete(folder.id);
        await queries.invalidateQueries({ queryKey: ['items', 'directus_files'] });
        if (Number(route.params.folder) === folder.id) await router.replace({ name: 'files' });
      }),
  };
}
