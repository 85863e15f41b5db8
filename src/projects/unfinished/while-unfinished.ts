import type { ProjectConfig } from '../../config/project-config.ts';
import type { ProjectRegistry } from '../registry.ts';
import { clearAbandoned } from './clear.ts';
import { removeMark } from './mark.ts';
import type { Filled, UnfinishedProject } from './unfinished-project.ts';

/** Notes what is about to be written for a project that is being made. */
export interface Notes {
  /** Must be called before the first write, which sets the mark, is committed. */
  fills(filled: Filled): void;
  /** Must be called before the first write into the storage, once the storage is known to be empty. */
  fillsStorage(): void;
}

/**
 * Runs `work`, which makes a project and adds it to the registry. If the process dies meanwhile, everything that was
 * noted is removed by the next process that looks. It is removed at once if `work` fails and has not removed it itself.
 * Must be called exclusively.
 */
export function whileUnfinished<T>(
  registry: ProjectRegistry,
  config: ProjectConfig,
  work: (notes: Notes) => Promise<T>,
): Promise<T> {
  const { unfinished } = registry;
  return unfinished.presence.during(async () => {
    await clearAbandoned(registry, () => {});
    const id = unfinished.open();
    const notes = new StoredNotes(config, (project) => unfinished.write(id, project));
    try {
      const made = await work(notes);
      if (notes.hasFilled) await removeMark(registry, config.database);
      unfinished.close(id, true);
      return made;
    } catch (error) {
      unfinished.close(id, !notes.hasFilled);
      await clearAbandoned(registry, () => {});
      throw error;
    }
  });
}

class StoredNotes implements Notes {
  readonly #written: (project: UnfinishedProject) => void;
  #project: UnfinishedProject;

  constructor(config: ProjectConfig, written: (project: UnfinishedProject) => void) {
    this.#written = written;
    this.#project = { config, filled: null, files: false };
  }

  get hasFilled(): boolean {
    return this.#project.filled !== null;
  }

  fills(filled: Filled): void {
    this.#note({ filled });
  }

  fillsStorage(): void {
    this.#note({ files: true });
  }

  #note(news: Partial<UnfinishedProject>): void {
    this.#project = { ...this.#project, ...news };
    this.#written(this.#project);
  }
}
