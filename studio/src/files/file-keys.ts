import type { Ref } from 'vue';
import { t } from '../i18n/messages.ts';
import { useKeys } from '../keys/keys.ts';

/** What the keyboard shortcuts of the library act on. */
interface Keyed {
  /** The element that holds the files. */
  readonly box: Readonly<Ref<HTMLElement | null>>;
  /** How many files there are per row. */
  readonly across: () => number;
  /** Selects the file with an id; null if nothing can be selected. */
  readonly toggle: ((id: number) => void) | null;
  readonly clear: () => void;
}

/** Moves between files and selects them by keys. */
export function useFileKeys({ box, across, toggle, clear }: Keyed): void {
  function walk(count: number): void {
    const all = [...(box.value?.querySelectorAll<HTMLElement>('[data-file] .name') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + count))]?.focus();
  }
  const focused = (): number =>
    Number(document.activeElement?.closest<HTMLElement>('[data-file]')?.dataset.file ?? Number.NaN);
  useKeys(() => [
    { keys: 'j', label: t('files.after'), run: () => walk(1) },
    { keys: 'k', label: t('files.before'), run: () => walk(-1) },
    { keys: 'arrowright', label: t('files.after'), run: () => walk(1) },
    { keys: 'arrowleft', label: t('files.before'), run: () => walk(-1) },
    { keys: 'arrowdown', label: t('files.after'), run: () => walk(across()) },
    { keys: 'arrowup', label: t('files.before'), run: () => walk(-across()) },
    ...(toggle
      ? [
          { keys: 'x', label: t('files.select', { name: '' }), run: () => toggle(focused()) },
          { keys: 'escape', label: t('files.clearSelection'), run: clear },
        ]
      : []),
  ]);
}
