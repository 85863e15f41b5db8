import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';
import { filesIn, hasFiles, webAddress } from './take.ts';
import type { UploadSource } from './uploads.ts';

/** Files that are dropped on the library, or pasted. */
export interface FileDrops {
  /** Whether files are held over it. */
  readonly isOver: Ref<boolean>;
  readonly drop: (event: DragEvent) => void;
  readonly over: (event: DragEvent) => void;
}

/** Accepts dropped files, and pasted files and addresses, while the calling component is mounted. */
export function useFileDrops(mayTake: boolean, take: (sources: readonly UploadSource[]) => void): FileDrops {
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
