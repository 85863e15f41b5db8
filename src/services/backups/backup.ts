import type { Store } from '../../persistence/store.ts';
import type { BackedUpProject, BackupEnd } from './archive/contents.ts';
import { FrameWriter } from './archive/writer.ts';
import { backUpFiles, type Fate, fileStates } from './back-up-files.ts';
import { backUpRows } from './back-up-rows.ts';
import { CopiedFiles, type FileState } from './copied-files.ts';
import type { BackupPlace } from './place.ts';
import { verifyBackup } from './verify.ts';

/** A completed backup. */
export interface MadeBackup {
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/** A file whose object is missing, or does not match its row, and is not in the backup. */
export interface LeftOut {
  readonly file: FileState;
  readonly fate: Fate;
}

/**
 * The work since the previous yield: rows and files that were written or verified, and files that had to be left out.
 */
interface BackedUp {
  readonly pieces: number;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Makes a backup in small steps, and yields after each. Files are copied first, then the rows of one snapshot, then the
 * files that have changed meanwhile. So the snapshot is short, and rows and files are consistent. Then the complete
 * backup is read back. If the generator throws or is ended early, it removes what it has written. Errors 4, 11.
 * (Contract, J-17.)
 */
export async function* backUp(store: Store, place: BackupPlace): AsyncGenerator<BackedUp, MadeBackup> {
  let isComplete = false;
  try {
    const end = yield* written(store, place);
    for await (const pieces of verifyBackup(place.part)) yield { pieces, leftOut: [] };
    await place.complete();
    isComplete = true;
    return { ...end, bytes: (await place.found())?.size ?? 0 };
  } finally {
    if (!isComplete) await place.clear();
  }
}

async function* written(store: Store, place: BackupPlace): AsyncGenerator<BackedUp, Omit<MadeBackup, 'bytes'>> {
  const writer = await FrameWriter.create(place.part);
  try {
    await writer.addText({ kind: 'project' }, JSON.stringify(aboutProject(store)));
    const writing = new Writing(store, writer);
    yield* writing.all();
    await writer.addText({ kind: 'end' }, JSON.stringify(writing.end));
    await writer.sync();
    const { tables, objects } = writing.end;
    return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: objects };
  } finally {
    await writer.close();
  }
}

function aboutProject({ config: { project, auth }, dialect }: Store): BackedUpProject {
  const { secret, public: key } = auth;
  return { project, engine: dialect.engine, begun: new Date().toISOString(), auth: { secret, public: key } };
}

/** A backup that is being written. */
class Writing {
  readonly #store: Store;
  readonly #writer: FrameWriter;
  readonly #copied = new CopiedFiles();
  #leftOut: LeftOut[] = [];
  #tables: BackupEnd['tables'] = [];
  #objects = 0;

  constructor(store: Store, writer: FrameWriter) {
    this.#store = store;
    this.#writer = writer;
  }

  get end(): BackupEnd {
    return { tables: this.#tables, objects: this.#objects };
  }

  async *all(): AsyncGenerator<BackedUp> {
    yield* this.#presentFiles();
    const snapshot = await this.#store.snapshot();
    try {
      const rows = backUpRows(this.#store, this.#writer, snapshot);
      this.#tables = yield* this.#reported(rows);
      yield* this.#changedFiles(fileStates(this.#store, snapshot));
    } finally {
      await snapshot.close();
    }
  }

  async *#presentFiles(): AsyncGenerator<BackedUp> {
    const { database } = this.#store;
    yield* this.#files(fileStates(this.#store, database), {
      holds: () => false,
      became: (file, fate) => fate === 'copied' && this.#copied.add(file),
    });
  }

  async *#changedFiles(states: AsyncIterable<FileState[]>): AsyncGenerator<BackedUp> {
    yield* this.#files(states, {
      holds: (file) => this.#copied.has(file),
      became: (file, fate) => fate !== 'copied' && this.#leftOut.push({ file, fate }),
    });
  }

  async *#files(
    states: AsyncIterable<FileState[]>,
    { holds, became }: { holds: (file: FileState) => boolean; became: (file: FileState, fate: Fate) => void },
  ): AsyncGenerator<BackedUp> {
    const counted = (file: FileState, fate: Fate): void => {
      if (fate !== 'missing') this.#objects++;
      became(file, fate);
    };
    yield* this.#reported(backUpFiles(this.#store, this.#writer, states, { holds, became: counted }));
  }

  async *#reported<T>(work: AsyncGenerator<number, T>): AsyncGenerator<BackedUp, T> {
    try {
      for (;;) {
        const next = await work.next();
        if (next.done) return next.value;
        yield { pieces: next.value, leftOut: this.#leftOut.splice(0) };
      }
    } finally {
      await work.return(undefined as T);
    }
  }
}
