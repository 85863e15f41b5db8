import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { useProject } from '../api/project.ts';

/** A folder as the server stores it. */
export interface Folder {
  readonly id: number;
  readonly name: string;
  readonly parent_folder: number | null | { readonly id: number };
}

/** A folder with its depth in the tree. */
export interface FolderLine {
  readonly id: number;
  readonly name: string;
  readonly parent: number | null;
  readonly level: number;
}

export const parentOf = ({ parent_folder: parent }: Folder): number | null =>
  typeof parent === 'object' ? (parent?.id ?? null) : parent;

const ORDER = new Intl.Collator();

/** Folders as lines of a tree, by name. One whose parent is missing, or that is part of a cycle, is at the top. */
export function folderLines(folders: readonly Folder[]): readonly FolderLine[] {
  const known = new Set(folders.map(({ id }) => id));
  const sorted = folders.toSorted((a, b) => ORDER.compare(a.name, b.name) || a.id - b.id);
  const children = new Map<number | null, Folder[]>();
  for (const folder of sorted) {
    const at = parentOf(folder);
    const parent = at !== null && known.has(at) ? at : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(folder);
    else children.set(parent, [folder]);
  }
  const seen = new Set<number>();
  const below = (parent: number | null, level: number): FolderLine[] =>
    (children.get(parent) ?? []).flatMap((folder) => lineOf(folder, level));
  const lineOf = (folder: Folder, level: number): FolderLine[] => {
    if (seen.has(folder.id)) return [];
    seen.add(folder.id);
    return [{ id: folder.id, name: folder.name, parent: parentOf(folder), level }, ...below(folder.id, level + 1)];
  };
  const lines = below(null, 1);
  return [...lines, ...sorted.filter(({ id }) => !seen.has(id)).flatMap((folder) => lineOf(folder, 1))];
}

/** Whether a folder is another one or a descendant of it. */
export function isInside(lines: readonly FolderLine[], id: number | null, outer: number): boolean {
  const parents = new Map(lines.map((line) => [line.id, line.parent]));
  const seen = new Set<number>();
  for (let at = id; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === outer) return true;
    seen.add(at);
  }
  return false;
}

/** The folders of the project, as the caller sees them. */
export function useFolders() {
  const { client, key, permissions } = useProject();
  const queries = useQueryClient();
  const queryKey = ['items', 'directus_folders', 'all', key];
  const asked = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await client.folders.list({
        fields: ['id', 'name', 'parent_folder'],
        limit: -1,
        signal,
      })) as unknown as Folder[],
    enabled: permissions.may('read', 'directus_folders'),
  });
  return {
    lines: computed(() => folderLines(asked.data.value ?? [])),
    error: asked.error,
    refetch: () => queries.invalidateQueries({ queryKey }),
  };
}
