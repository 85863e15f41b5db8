import { isSame } from '../model/same.ts';
import { folderOf, type StudioFile } from './file.ts';

/** The attributes of a file that people edit. */
export interface Draft {
  title: string;
  description: string;
  tags: string;
  location: string;
  folder: number | null;
  fileName: string;
}

export const draftOf = (file: StudioFile | null): Draft => ({
  title: file?.title ?? '',
  description: file?.description ?? '',
  tags: (file?.tags ?? []).join(', '),
  location: file?.location ?? '',
  folder: file ? folderOf(file) : null,
  fileName: file?.filename_download ?? '',
});

/** Tags that were written with commas between them. */
export const tagsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/** The change that turns a file into its draft; empty if they are equal. */
export function changesOf(file: StudioFile, draft: Draft): Readonly<Record<string, unknown>> {
  const after = {
    title: draft.title,
    description: draft.description,
    tags: tagsIn(draft.tags),
    location: draft.location,
    folder: draft.folder,
    filename_download: draft.fileName,
  };
  const before: Readonly<Record<string, unknown>> = {
    title: file.title ?? '',
    description: file.description ?? '',
    tags: file.tags ?? [],
    location: file.location ?? '',
    folder: folderOf(file),
    filename_download: file.filename_download ?? '',
  };
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(value, before[name])));
}
