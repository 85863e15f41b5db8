import type { BackgroundLog } from '../../persistence/surroundings.ts';
import { deleteDue } from '../delete.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { Operations } from './operations.ts';
import type { Presence } from './presence.ts';

/** How often a server shows that it lives, and looks whether projects were suspended elsewhere. */
const SIGN_MS = 2_000;
/** How often it looks for operations that nobody works on, and for projects whose time of grace is over. */
const ROUND_MS = 30_000;

interface Parts {
  readonly registry: ProjectRegistry;
  readonly presence: Presence;
  readonly operations: Operations;
  readonly log: BackgroundLog;
}

/** What a server does for all of its projects as long as it runs. */
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

  /** Ends operations that nobody works on, and removes projects whose time of grace is over. Never throws. */
  round(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** Ends the operations of this server, too. */
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
    const { operations, registry, log } = this.#parts;
    try {
      await operations.recover();
      const failed = (project: string, err: unknown) => log.error({ err, project }, 'a project cannot be removed');
      await deleteDue(registry, failed, this.#ending.signal);
    } catch (err) {
      log.error({ err }, 'the projects cannot be looked after');
    }
  }
}
