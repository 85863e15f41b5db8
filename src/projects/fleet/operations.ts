import { ApiError } from '../../errors/api-error.ts';
import { manageable } from '../suspend.ts';
import { type Operation, type StoredOperation, showOperation } from './operation.ts';
import { endAbandoned } from './operation-recovery.ts';
import { configMadeBy, newOperation, type OperationRequest } from './operation-request.ts';
import { type OperationParts, OperationRun } from './operation-run.ts';

/** An operation that this server is working on, and a promise for its end. */
interface Running {
  readonly run: OperationRun;
  readonly ended: Promise<void>;
}

/**
 * Copies projects and moves them to other databases, in the background. Whatever happens, an operation either completes
 * or leaves nothing behind. Its outcome is decided by the first server that sets it.
 */
export class Operations {
  readonly #parts: OperationParts;
  readonly #running = new Map<string, Running>();

  constructor(parts: OperationParts) {
    this.#parts = parts;
  }

  /** All operations, latest first. */
  list(): Operation[] {
    return this.#parts.files.list().map((stored) => showOperation(this.#current(stored.id) ?? stored));
  }

  /** One operation. Error 1. */
  read(id: string): Operation {
    return showOperation(this.#stored(id));
  }

  /** Requests the cancellation of an operation. Errors 1, 4. */
  cancel(id: string): Operation {
    const found = this.#stored(id);
    if (found.state !== 'running') throw new ApiError('operationEnded', { id, state: found.state });
    const running = this.#running.get(id);
    if (running) running.run.cancel();
    else this.#parts.files.askToCancel(id);
    return showOperation(found);
  }

  /** Starts an operation. Errors 1, 4, 12, 18. */
  async start(request: OperationRequest): Promise<Operation> {
    const { registry, files, presence } = this.#parts;
    return registry.exclusively(async () => {
      const config = manageable(registry, request.project);
      const made = configMadeBy(request, config, registry);
      presence.touch();
      files.prune();
      const operation = newOperation(request, config, presence.id);
      files.write(operation);
      this.#work(new OperationRun(this.#parts, { operation, config, made }), registry.reserve(made));
      return showOperation(operation);
    });
  }

  /** Ends the operations that this server is working on. */
  async stop(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { run } of all) run.stop();
    await Promise.all(all.map(({ ended }) => ended));
  }

  /** Ends the operations of servers that are gone, and those of this server that it could not end when they failed. */
  async recover(): Promise<void> {
    const { files, log } = this.#parts;
    for (const { id } of files.list()) {
      // It may have ended while another one was being ended.
      const operation = files.read(id);
      if (operation?.state !== 'running' || !operation.recovery || this.#isUnderWay(operation)) continue;
      await endAbandoned(operation, operation.recovery, this.#parts).catch((err: unknown) =>
        log.error({ err, id }, 'an operation cannot be ended'),
      );
    }
  }

  #isUnderWay({ id, recovery }: StoredOperation): boolean {
    const { presence } = this.#parts;
    const owner = recovery?.owner ?? '';
    return owner === presence.id ? this.#running.has(id) : presence.isAlive(owner);
  }

  #work(run: OperationRun, release: () => void): void {
    const { id } = run.operation;
    const ended = run.work().finally(() => {
      release();
      this.#running.delete(id);
    });
    this.#running.set(id, { run, ended });
  }

  #current(id: string): StoredOperation | undefined {
    return this.#running.get(id)?.run.operation;
  }

  #stored(id: string): StoredOperation {
    const found = this.#current(id) ?? this.#parts.files.read(id);
    if (!found) throw new ApiError('operationNotFound', { id: id.slice(0, 60) });
    return found;
  }
}
