import type { ProjectConfig } from '../../config/project-config.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { Beginning, Former } from './beginning.ts';
import { clearAbandoned } from './clear.ts';

/** Notes what is about to be written for a project that is being made. */
export interface Notes {
  /** Must be called before the first write into the database is committed. */
  fills(former: Former): void;
  /** Must be called before the first write into the storage, once the storage is known to be empty. */
  fillsStorage(): void;
}

/**
 * Runs `work`, which makes a project and adds it to the registry. If the process dies meanwhile, everything that was
 * noted is removed by the next process that looks. If `work` fails, it removes what it has written itself. Must be called
 * exclusively.
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
    try {
      return await work(noted);
    } finally {
      beginnings.close(id, true);
    }
  });
}

class NotedBeginning implements Notes {
  readonly #written: (beginning: Beginning) => void;
  #beginning: Beginning;

  constructor(config: ProjectConfig, written: (beginning: Beginning) => void) {
    this.#written = written;
    this.#beginning = { config, former: null, files: false };
  }

  fills(former: Former): void {
    this.#note({ former });
  }

  fillsStorage(): void {
    this.#note({ files: true });
  }

  #note(news: Partial<Beginning>): void {
    this.#beginning = { ...this.#beginning, ...news };
    this.#written(this.#beginning);
  }
}
