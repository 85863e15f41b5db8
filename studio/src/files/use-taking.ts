import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';
import { filesIn, hasFiles, webAddress } from './take.ts';
import type { UploadSource } from './uploads.ts';

/** How files come into the library: dropped on it, or pasted. */
export interface Taking {
  /** Whether files are held over it. */
  readonly isOver: Ref<boolean>;
  readonly drop: (event: DragEvent) => void;
  readonly over: (event: DragEvent) => void;
}

/** Takes files that are dropped, and files and addresses that are pasted while the calling component is there. */
export function useTaking(mayTake: boolean, take: (sources: readonly UploadSource[]) => void): Taking {
  const isOver = ref(false);
  function drop(event: DragEvent): void {
    isOver.value = false;
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    take(filesIn(event.dataTransfer).map((blob) => ({ blob })));
  }
  function over(event: DragEvent): void {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    isOver.value = mayTake;
  }
  function paste(event: ClipboardEvent): void {
    if ((event.target as HTMLElement).closest('input, textarea, [role="dialog"]')) return;
    const files = filesIn(event.clipboardData);
    const address = webAddress(event.clipboardData?.getData('text') ?? '');
    if (files.length > 0) take(files.map((blob) => ({ blob })));
    else if (address) take([{ address }]);
  }
  onMounted(() => document.addEventListener('paste', paste));
  onBeforeUnmount(() => document.removeEventListener('paste', paste));
  return { isOver, drop, over };
}
