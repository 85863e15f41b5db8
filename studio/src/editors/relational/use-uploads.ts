import { computed, type Ref, ref, shallowRef } from 'vue';
import { useProject } from '../../api/project.ts';
import type { StudioFile } from '../../files/file.ts';
import { isAccepted } from '../../files/listing.ts';
import { filesIn, webAddress } from '../../files/take.ts';
import { cancel, retry, type Upload, type UploadSource, upload, uploads } from '../../files/uploads.ts';
import { t } from '../../i18n/messages.ts';

/** The uploads of one field, and the functions that add files to it. */
export interface FieldUploads {
  readonly may: boolean;
  /** Uploads in progress, and those that failed. */
  readonly running: Readonly<Ref<readonly Upload[]>>;
  /** Why a file was refused without an upload. */
  readonly refusal: Ref<string>;
  readonly take: (files: readonly File[]) => void;
  readonly fetchFrom: (address: string) => boolean;
  readonly drop: (event: DragEvent) => void;
  readonly paste: (event: ClipboardEvent) => void;
  readonly retry: (entry: Upload) => void;
  readonly cancel: (entry: Upload) => void;
  /** Cancels the uploads in progress. */
  readonly stop: () => void;
}

/** Uploads one or several files for a field. Each is added after its upload; for a single file, only the last one. */
export function useUploads(
  accept: string | undefined,
  multiple: boolean,
  done: (file: StudioFile) => void,
): FieldUploads {
  const { client, permissions } = useProject();
  const may = permissions.may('create', 'directus_files');
  const own = shallowRef<ReadonlySet<number>>(new Set());
  const refusal = ref('');
  const running = computed(() => uploads.filter(({ id, state }) => own.value.has(id) && state !== 'done'));

  function stop(): void {
    for (const entry of running.value) if (entry.state !== 'failed') cancel(entry);
  }

  function start(sources: readonly UploadSource[]): void {
    if (!multiple) stop();
    const before = uploads.length;
    upload(sources, { client, folder: null, done });
    own.value = new Set([...own.value, ...uploads.slice(before).map(({ id }) => id)]);
  }

  function take(files: readonly File[]): void {
    if (!may || files.length === 0) return;
    const fitting = files.filter(({ type }) => isAccepted(type, accept));
    refusal.value = fitting.length < files.length ? t('relations.notAccepted') : '';
    if (fitting.length > 0) start((multiple ? fitting : fitting.slice(0, 1)).map((blob) => ({ blob })));
  }

  function fetchFrom(text: string): boolean {
    const address = webAddress(text);
    if (address && may) start([{ address }]);
    return address !== null;
  }

  function paste(event: ClipboardEvent): void {
    const isText = event.target instanceof HTMLInputElement && event.target.type !== 'file';
    const files = filesIn(event.clipboardData);
    if (files.length > 0) take(files);
    else if (isText || !fetchFrom(event.clipboardData?.getData('text/plain') ?? '')) return;
    event.preventDefault();
  }

  return {
    may,
    running,
    refusal,
    take,
    fetchFrom,
    drop: ({ dataTransfer }) => take(filesIn(dataTransfer)),
    paste,
    retry: (entry) => {
      if (!multiple) stop();
      retry(entry);
    },
    cancel,
    stop,
  };
}
