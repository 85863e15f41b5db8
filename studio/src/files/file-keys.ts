import type { Ref } from 'vue';
import { t } from '../i18n/messages.ts';
import { useKeys } from '../keys/keys.ts';

/** What the keys of the library act on. */
interface Keyed {
  /** The element that holds the files. */
  readonly box: Readonly<Ref<HTMLElement | null>>;
  /** How many files stand in a row. */
  readonly across: () => number;
  /** Chooses the file of an id; null where nothing can be chosen. */
  readonly toggle: ((id: number) => void) | null;
  readonly clear: () => void;
}

/** Goes from file to file by keys, and chooses them. */
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
