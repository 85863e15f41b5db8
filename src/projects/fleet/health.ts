import type { ProjectConfig } from '../../config/project-config.ts';
import { dialectOf } from '../../dialects/registry.ts';
import type { BackgroundLog } from '../../persistence/surroundings.ts';
import { TooLate, withDeadline } from '../../shared/deadline.ts';
import { named } from '../../shared/named.ts';
import { Semaphore } from '../../shared/semaphore.ts';
import type { ProjectRegistry } from '../registry.ts';
import { DatabaseMissing, type Facts, readFacts } from './facts.ts';

/** Whether a project can be used; `unknown` as long as its database has not been queried. */
export const HEALTH_STATES = ['ok', 'slow', 'unreachable', 'missing', 'broken', 'unknown'] as const;

export interface Health {
  readonly state: (typeof HEALTH_STATES)[number];
  /** What is wrong, in words without secrets; null if nothing is. */
  readonly message: string | null;
}

/** The result of a check of a project. */
export interface Finding {
  readonly health: Health;
  /** Null if they could not be read. */
  readonly facts: Facts | null;
  readonly checked_on: string;
}

/** The time limit for one database, and for the answer about all of them. */
const ONE_MS = 3_000;
const ALL_MS = 4_000;
/** How long a result is valid, if all is well and otherwise. */
const FRESH_MS = { ok: 5_000, other: 15_000 };
const AT_ONCE = { total: 4 };

const MESSAGES = named<string>({
  slow: `The database has not answered within ${ONE_MS / 1000} seconds`,
  unreachable: 'The database server cannot be reached, or refuses the account of the project',
  missing: 'The database is not there',
  broken: 'The database answers, but cannot be read; the log of the server says more',
  unknown: 'The database is still being asked',
});

interface Entry {
  readonly config: ProjectConfig;
  readonly found: Promise<Finding>;
  until: number;
}

/**
 * Checks projects without opening them. A project that does not respond does not delay others, and is not queried all
 * the time.
 */
export class HealthChecks {
  readonly #registry: ProjectRegistry;
  readonly #log: BackgroundLog;
  readonly #turns = new Semaphore(AT_ONCE);
  readonly #entries = new Map<string, Entry>();

  constructor(registry: ProjectRegistry, log: BackgroundLog) {
    this.#registry = registry;
    this.#log = log;
  }

  /** The results for projects, in the same order; takes a few seconds at most. */
  all(configs: readonly ProjectConfig[]): Promise<Finding[]> {
    const begun = configs.map((config) => this.#entry(config));
    return Promise.all(begun.map(({ found }) => withDeadline(ALL_MS, found).catch(() => finding('unknown'))));
  }

  /** Discards the result for a project, so that it is checked again next time. */
  forget(project: string): void {
    this.#entries.delete(project);
  }

  #entry(config: ProjectConfig): Entry {
    const known = this.#entries.get(config.project);
    if (known && known.until > performance.now() && known.config === config) return known;
    const found = this.#turns.run(config.project, () => this.#look(config));
    const entry: Entry = { config, found, until: Number.POSITIVE_INFINITY };
    this.#entries.set(config.project, entry);
    void found.then(({ health }) => {
      entry.until = performance.now() + (health.state === 'ok' ? FRESH_MS.ok : FRESH_MS.other);
    });
    return entry;
  }

  async #look(config: ProjectConfig): Promise<Finding> {
    try {
      return finding('ok', await withDeadline(ONE_MS, readFacts(this.#registry, config)));
    } catch (error) {
      const state = await stateOf(config, error);
      if (state === 'broken') this.#log.warn({ err: error, project: config.project }, 'a project cannot be looked at');
      return finding(state);
    }
  }
}

async function stateOf({ database }: ProjectConfig, error: unknown): Promise<Health['state']> {
  if (error instanceof TooLate) return 'slow';
  if (error instanceof DatabaseMissing) return 'missing';
  const kind = (await dialectOf(database.type)).classify(error)?.kind;
  if (kind === 'unreachable') return 'unreachable';
  return kind === 'busy' || kind === 'late' ? 'slow' : 'broken';
}

function finding(state: Health['state'], facts: Facts | null = null): Finding {
  return { health: { state, message: MESSAGES[state] ?? null }, facts, checked_on: new Date().toISOString() };
}
