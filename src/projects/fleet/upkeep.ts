import type { BackgroundLog } from '../../persistence/surroundings.ts';
import { deleteDue } from '../delete.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { Rounds } from '../rounds.ts';
import { clearAbandoned } from '../unfinished/clear.ts';
import type { Operations } from './operations.ts';
import type { Presence } from './presence.ts';
import type { RemovalFiles } from './removal-files.ts';

/** How often a server shows that it is alive, and checks whether projects have been suspended elsewhere. */
const SIGN_MS = 2_000;
/** How often it checks for what a dead server has left, and for projects whose grace period is over. */
const ROUND_MS = 30_000;

interface Parts {
  readonly registry: ProjectRegistry;
  readonly presence: Presence;
  readonly operations: Operations;
  readonly rounds: Rounds;
  readonly removals: RemovalFiles;
  readonly log: BackgroundLog;
}

/** Periodic work of a server for all of its projects. */
export class FleetUpkeep {
  readonly #parts: Parts;
  readonly #ending = new AbortController();
  #sign: NodeJS.Timeout | undefined;
  #round: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#show();
    this.#sign = setInterval(() => this.#show(), SIGN_MS).unref();
    this.#round = setInterval(() => void this.round(), ROUND_MS).unref();
    void this.round();
  }

  /**
   * Takes over the work of servers that are gone, ends abandoned operations, and removes projects whose grace period is
   * over. Never throws.
   */
  round(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** Stops, and ends the operations of this server. */
  async stop(): Promise<void> {
    clearInterval(this.#sign);
    clearInterval(this.#round);
    this.#ending.abort();
    await this.#parts.operations.stop();
    await this.#working;
    this.#parts.presence.leave();
  }

  #show(): void {
    const { presence, registry, log } = this.#parts;
    try {
      presence.touch();
      registry.allKeys();
    } catch (err) {
      log.error({ err }, 'the data folder cannot be used');
    }
  }

  async #work(): Promise<void> {
    const { presence, rounds, operations, registry, removals, log } = this.#parts;
    try {
      if (presence.hasLost()) rounds.again();
      await operations.recover();
      const failed = (project: string, err: unknown) => log.error({ err, project }, 'a project cannot be removed');
      await registry.exclusively(() => clearAbandoned(registry, failed));
      await deleteDue(registry, { removals, failed, signal: this.#ending.signal });
    } catch (err) {
      log.error({ err }, 'the projects cannot be looked after');
    }
  }
}
