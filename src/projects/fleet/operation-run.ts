import { setTimeout } from 'node:timers/promises';
import type { ProjectConfig } from '../../config/project-config.ts';
import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { BackgroundLog } from '../../persistence/surroundings.ts';
import { copyContents } from '../copy/copy.ts';
import { openTarget } from '../copy/target.ts';
import { CopyEnded } from '../copy/watch.ts';
import type { ProjectRegistry } from '../registry.ts';
import type { Filled } from '../unfinished/unfinished-project.ts';
import { endedOperation, type Recovery, type StoredOperation } from './operation.ts';
import type { OperationFiles } from './operation-files.ts';
import { emptyTarget, requireUntouched, resumeUnmoved, switchTo } from './operation-outcome.ts';
import { OperationWatch } from './operation-watch.ts';
import type { Presence } from './presence.ts';

/** By this time, other servers have noticed that a project is suspended, and have ended their requests. */
const NOTICED_MS = 15_000;

/** The dependencies of operations. */
export interface OperationParts {
  readonly registry: ProjectRegistry;
  readonly files: OperationFiles;
  readonly presence: Presence;
  readonly log: BackgroundLog;
}

/** An operation, the configuration of its project, and the configuration that it creates. */
interface Begun {
  readonly operation: StoredOperation;
  readonly config: ProjectConfig;
  readonly made: ProjectConfig;
}

/** Runs an operation on this server. */
export class OperationRun {
  readonly #parts: OperationParts;
  readonly #config: ProjectConfig;
  readonly #made: ProjectConfig;
  readonly #ending = new AbortController();
  #operation: StoredOperation;

  constructor(parts: OperationParts, { operation, config, made }: Begun) {
    this.#parts = parts;
    this.#operation = operation;
    this.#config = config;
    this.#made = made;
  }

  get operation(): StoredOperation {
    return this.#operation;
  }

  cancel(): void {
    this.#ending.abort();
  }

  /** Makes it fail because the server is stopping. */
  stop(): void {
    this.#ending.abort(unprocessable('The server was stopped'));
  }

  /** Runs the operation. Never throws. */
  async work(): Promise<void> {
    const { files, log } = this.#parts;
    const { id } = this.#operation;
    try {
      await this.#copy();
    } catch (error) {
      try {
        if (files.decide(id, 'fails') === 'completes') return;
        await this.#giveUp(error);
      } catch (err) {
        log.error({ err, id }, 'an operation cannot be ended');
      }
    }
  }

  async #copy(): Promise<void> {
    const { registry } = this.#parts;
    const isMove = this.#operation.kind === 'move';
    if (isMove) await this.#suspend();
    const target = await openTarget(registry, this.#made.database);
    const contents = { config: this.#config, made: this.#made, target, whole: isMove };
    await copyContents(registry, contents, this.#watch());
    await this.#complete();
  }

  async #suspend(): Promise<void> {
    const { registry, presence } = this.#parts;
    await registry.exclusively(() => registry.suspend(this.#config, { by: 'move', since: new Date().toISOString() }));
    if (presence.hasOthers) await setTimeout(NOTICED_MS, undefined, { signal: this.#ending.signal });
  }

  #watch(): OperationWatch {
    return new OperationWatch({
      signal: this.#ending.signal,
      stored: (progress) => this.#note({ progress }),
      fills: (filled) => this.#note({ recovery: this.#recoveryOf(filled) }),
    });
  }

  #recoveryOf(filled: Filled): Recovery | null {
    const { recovery } = this.#operation;
    return recovery && { ...recovery, filled };
  }

  #note(news: Partial<StoredOperation>): void {
    const { files } = this.#parts;
    this.#operation = { ...this.#operation, ...news };
    files.write(this.#operation);
    if (files.isToBeCancelled(this.#operation.id)) this.cancel();
  }

  /** Once this decision is made, the operation completes, if necessary on another server. */
  async #complete(): Promise<void> {
    const { registry, files } = this.#parts;
    const operation = this.#operation;
    await registry.exclusively(async () => {
      if (this.#ending.signal.aborted) throw new CopyEnded();
      requireUntouched(registry, operation);
      if (files.decide(operation.id, 'completes') === 'fails') throw new CopyEnded();
      await switchTo(this.#made, operation, registry);
    });
    files.write(endedOperation(operation, 'done'));
  }

  async #giveUp(error: unknown): Promise<void> {
    const { files, log } = this.#parts;
    const operation = this.#operation;
    await this.#clean();
    const cause = this.#causeOf(error);
    if (cause !== null && !(cause instanceof ApiError))
      log.error({ err: cause, id: operation.id }, 'an operation has failed');
    files.write(endedOperation(operation, cause === null ? 'cancelled' : 'failed', cause));
  }

  /** Files of a copy have already been removed where the copy failed. */
  async #clean(): Promise<void> {
    const { registry } = this.#parts;
    const { recovery } = this.#operation;
    if (!recovery) return;
    await registry.exclusively(async () => {
      await emptyTarget(recovery, registry);
      resumeUnmoved(this.#operation, recovery, registry);
    });
  }

  /** The error that the operation failed with; null if it was cancelled. */
  #causeOf(error: unknown): unknown {
    const { aborted, reason } = this.#ending.signal;
    if (!aborted) return error;
    if (reason instanceof ApiError) return reason;
    return error instanceof ApiError ? error : null;
  }
}
