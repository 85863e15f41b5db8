import type { ProjectConfig } from '../../config/project-config.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { Beginning, Former } from './beginning.ts';
import { clear, clearAbandoned } from './clear.ts';

/** Notes what is about to be written for a project that is being made. */
export interface Notes {
  /** Must be called before the first write into the database. */
  fills(former: Former): void;
  /** Must be called before the first write into the storage, once the storage is known to be empty. */
  fillsStorage(): void;
}

/**
 * Runs `work`, which makes a project and adds it to the registry. If `work` fails, or the process dies, everything that
 * was noted is removed: at once, or else by the next process that looks. Must be called exclusively.
 */
export function begin<T>(
  registry: ProjectRegistry,
  config: ProjectConfig,
  work: (notes: Notes) => Promise<T>,
): Promise<T> {
  const { beginnings } = registry;
  return beginnings.presence.during(async () => {
    await clearAbandoned(registry, () => {});
    const id = beginnings.open();
    const noted = new NotedBeginning(config, (beginning) => beginnings.write(id, beginning));
    let isDone = false;
    try {
      const made = await work(noted);
      isDone = true;
      return made;
    } catch (error) {
      isDone = await isCleared(registry, noted.beginning);
      throw error;
    } finally {
      beginnings.close(id, isDone);
    }
  });
}

/** The cause of the failure is the better error; what cannot be removed now is removed later. */
async function isCleared(registry: ProjectRegistry, beginning: Beginning): Promise<boolean> {
  return clear(registry, beginning).then(
    () => true,
    () => false,
  );
}

class NotedBeginning implements Notes {
  readonly #written: (beginning: Beginning) => void;
  beginning: Beginning;

  constructor(config: ProjectConfig, written: (beginning: Beginning) => void) {
    this.#written = written;
    this.beginning = { config, former: null, files: false };
  }

  fills(former: Former): void {
    this.#note({ former });
  }

  fillsStorage(): void {
    this.#note({ files: true });
  }

  #note(news: Partial<Beginning>): void {
    this.beginning = { ...this.beginning, ...news };
    this.#written(this.beginning);
  }
}
