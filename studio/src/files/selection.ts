import { shallowReactive } from 'vue';
import type { StudioFile } from './file.ts';

/** The selected files, in the order of their selection. */
export interface Selection {
  readonly files: ReadonlyMap<number, StudioFile>;
  /** Selects or deselects a file; with `range`, all files from the last one to it. */
  readonly toggle: (file: StudioFile, range?: boolean) => void;
  readonly all: () => void;
  readonly clear: () => void;
}

export function useSelection(shown: () => readonly StudioFile[]): Selection {
  const files = shallowReactive(new Map<number, StudioFile>());
  let last: number | null = null;
  const set = (file: StudioFile, isOn: boolean): void => {
    if (isOn) files.set(file.id, file);
    else files.delete(file.id);
  };
  return {
    files,
    toggle(file, range = false) {
      const isOn = !files.has(file.id);
      for (const each of range ? between(shown(), last, file.id) : [file]) set(each, isOn);
      last = file.id;
    },
    all() {
      for (const file of shown()) set(file, true);
    },
    clear: () => files.clear(),
  };
}

function between(files: readonly StudioFile[], from: number | null, to: number): readonly StudioFile[] {
  const start = files.findIndex(({ id }) => id === from);
  const end = files.findIndex(({ id }) => id === to);
  if (start < 0) return files.slice(end, end + 1);
  return files.slice(Math.min(start, end), Math.max(start, end) + 1);
}
