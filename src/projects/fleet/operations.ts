import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { DatabaseConfig, ProjectConfig } from '../../config/project-config.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { BackgroundLog } from '../../persistence/store.ts';
import { copyContents, copyOf, requireCopy } from '../copy/copy.ts';
import { discardFiles } from '../copy/files.ts';
import { openTarget } from '../copy/target.ts';
import { CopyEnded } from '../copy/watch.ts';
import { requireFreeStorage } from '../free-storage.ts';
import type { ProjectRegistry } from '../registry.ts';
import { manageable } from '../suspend.ts';
import { type Operation, type Recovery, type StoredOperation, showOperation } from './operation.ts';
import type { OperationFiles } from './operation-files.ts';
import { OperationWatch } from './operation-watch.ts';
import type { Presence } from './presence.ts';
import { showDatabase } from './show.ts';

/** What is to be done. */
export interface OperationRequest {
  readonly kind: Operation['kind'];
  readonly project: string;
  readonly to: string;
  readonly database: DatabaseConfig;
}

/** Other servers have noticed by then that a project is suspended, and have ended their requests. */
const NOTICED_MS = 15_000;

interface Parts {
  readonly registry: ProjectRegistry;
  readonly files: OperationFiles;
  readonly presence: Presence;
  readonly log: BackgroundLog;
}

/** An operation that this server works on. */
interface Running {
  operation: StoredOperation;
  readonly ending: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Copies projects and moves them to other databases, in the background. Whatever happens, an operation either completes or
 * leaves nothing behind: how it ends is decided by the first server that says so.
 */
export class Operations {
  readonly #parts: Parts;
  readonly #running = new Map<string, Running>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** All operations, the latest first. */
  list(): Operation[] {
    return this.#parts.files.list().map((stored) => showOperation(this.#running.get(stored.id)?.operation ?? stored));
  }

  /** One operation. Error 1. */
  read(id: string): Operation {
    return showOperation(this.#stored(id));
  }

  /** Asks for an operation to be cancelled. Errors 1, 4. */
  cancel(id: string): Operation {
    const found = this.#stored(id);
    if (found.state !== 'running') throw new ApiError('operationEnded', { id, state: found.state });
    const running = this.#running.get(id);
    if (running) running.ending.abort();
    else this.#parts.files.askToCancel(id);
    return showOperation(found);
  }

  /** Starts an operation. Errors 1, 4, 12, 18. */
  async start(request: OperationRequest): Promise<Operation> {
    const { registry, files, presence } = this.#parts;
    return registry.exclusively(async () => {
      const config = manageable(registry, request.project);
      const made = madeBy(registry, config, request);
      presence.touch();
      files.prune();
      const operation = newOperation(config, request, presence.id);
      files.write(operation);
      const release = registry.reserve(made);
      const ending = new AbortController();
      const running: Running = { operation, ending, ended: Promise.resolve() };
      this.#running.set(operation.id, running);
      const ended = this.#work(running, config, made).finally(() => {
        release();
        this.#running.delete(operation.id);
      });
      this.#running.set(operation.id, Object.assign(running, { ended }));
      return showOperation(operation);
    });
  }

  /** Ends what this server works on. */
  async stop(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { ending } of all) ending.abort(new ApiError('unprocessable', { reason: 'The server was stopped' }));
    await Promise.all(all.map(({ ended }) => ended));
  }

  /** Ends the operations of servers that are gone. */
  async recover(): Promise<void> {
    const { files, presence, log } = this.#parts;
    for (const operation of files.list()) {
      const { id, state, recovery } = operation;
      if (state !== 'running' || !recovery || presence.isAlive(recovery.owner)) continue;
      await this.#end(operation, recovery).catch((err: unknown) =>
        log.error({ err, id }, 'an operation cannot be ended'),
      );
    }
  }

  #stored(id: string): StoredOperation {
    const found = this.#running.get(id)?.operation ?? this.#parts.files.read(id);
    if (!found) throw new ApiError('operationNotFound', { id: id.slice(0, 60) });
    return found;
  }

  /** Never throws. */
  async #work(running: Running, config: ProjectConfig, made: ProjectConfig): Promise<void> {
    const { files, log } = this.#parts;
    const { id } = running.operation;
    try {
      await this.#copy(running, config, made);
    } catch (error) {
      try {
        if (files.decide(id, 'fails') === 'completes') return;
        await this.#giveUp(running, error);
      } catch (err) {
        log.error({ err, id }, 'an operation cannot be ended');
      }
    }
  }

  async #copy(running: Running, config: ProjectConfig, made: ProjectConfig): Promise<void> {
    const { registry } = this.#parts;
    const { kind } = running.operation;
    const { signal } = running.ending;
    // What starts an operation is exclusive, too.
    await registry.exclusively(async () => {
      if (kind === 'move') await registry.suspend(config, { by: 'move', since: new Date().toISOString() });
    });
    if (kind === 'move' && this.#parts.presence.hasOthers) await setTimeout(NOTICED_MS, undefined, { signal });
    const target = await openTarget(registry, made.database);
    const watch = new OperationWatch({
      signal,
      stored: (progress) => this.#note(running, { progress }),
      fills: (existed) => this.#note(running, { recovery: recoveryOf(running.operation, { existed }) }),
    });
    await copyContents(registry, { config, made, target, whole: kind === 'move' }, watch);
    await this.#complete(running, made);
  }

  /** From the moment of the decision on, the operation completes, if need be by another server. */
  async #complete({ operation, ending }: Running, made: ProjectConfig): Promise<void> {
    const { registry, files } = this.#parts;
    await registry.exclusively(async () => {
      if (ending.signal.aborted) throw new CopyEnded();
      requireUntouched(registry, operation);
      if (files.decide(operation.id, 'completes') === 'fails') throw new CopyEnded();
      await switchTo(registry, operation, made);
    });
    files.write(endedAs(operation, 'done'));
  }

  async #giveUp(running: Running, error: unknown): Promise<void> {
    const { log } = this.#parts;
    const { id, recovery } = running.operation;
    if (recovery) await this.#clean(running.operation, recovery);
    const { aborted, reason } = running.ending.signal;
    const cause = aborted && reason instanceof ApiError ? reason : error;
    const isCancelled = aborted && !(cause instanceof ApiError);
    if (!isCancelled && !(cause instanceof ApiError)) log.error({ err: cause, id }, 'an operation has failed');
    this.#parts.files.write(
      endedAs(running.operation, isCancelled ? 'cancelled' : 'failed', isCancelled ? null : cause),
    );
  }

  /** Ends an operation whose server is gone: completes it if that was decided, else removes what it has made. */
  async #end(operation: StoredOperation, recovery: Recovery): Promise<void> {
    const { registry, files } = this.#parts;
    if (files.decide(operation.id, 'fails') === 'fails') {
      await this.#clean(operation, recovery);
      files.write(
        endedAs(operation, 'failed', new ApiError('unprocessable', { reason: 'The server that did it has ended' })),
      );
      return;
    }
    await registry.exclusively(async () => {
      const config = registry.configOf(operation.project);
      const isThere = registry.configOf(operation.to)?.database.name === recovery.database.name;
      if (config && (operation.kind === 'move' || !isThere)) {
        const { kind, to } = operation;
        await switchTo(
          registry,
          operation,
          kind === 'move' ? config : copyOf(config, { to, database: recovery.database }),
        );
      }
    });
    files.write(endedAs(operation, 'done'));
  }

  /** Removes what an operation has made, and lets the project go on where it was. */
  async #clean(operation: StoredOperation, { database, filling, before }: Recovery): Promise<void> {
    const { registry } = this.#parts;
    await registry.exclusively(async () => {
      const isTaken = registry.configs().some((config) => isSame(config.database, database));
      if (filling && !isTaken) await (await openTarget(registry, database)).discard(filling.existed);
      const config = registry.configOf(operation.project);
      // A copy that fails removes its files by itself; this one's server had no time to.
      const isLeft = operation.progress.phase === 'files' && operation.recovery?.owner !== this.#parts.presence.id;
      if (config && isLeft && !registry.configOf(operation.to))
        await discardFiles(registry.storageConfigOf(copyOf(config, { to: operation.to, database })));
      if (config && operation.kind === 'move' && config.suspended?.by === 'move') restore(registry, config, before);
    });
  }

  #note(running: Running, news: Partial<StoredOperation>): void {
    running.operation = { ...running.operation, ...news };
    const { files } = this.#parts;
    files.write(running.operation);
    if (files.isToBeCancelled(running.operation.id)) running.ending.abort();
  }
}

/** The configuration that an operation makes. Errors 4, 12, 18. */
function madeBy(registry: ProjectRegistry, config: ProjectConfig, request: OperationRequest): ProjectConfig {
  const { kind, to, database } = request;
  if (kind === 'copy') requireCopy(registry, to);
  const [user] = registry.usersOf(database);
  if (user) throw new ApiError('databaseInUse', { project: user.project });
  if (kind === 'move') return { ...config, database };
  const made = copyOf(config, { to, database });
  requireFreeStorage(registry, made);
  return made;
}

function newOperation(config: ProjectConfig, request: OperationRequest, owner: string): StoredOperation {
  const { kind, project, to, database } = request;
  return {
    id: randomUUID(),
    kind,
    project,
    to,
    state: 'running',
    target: showDatabase(database),
    source: showDatabase(config.database),
    progress: { phase: 'waiting', table: null, rows: { done: 0, total: null } },
    error: null,
    started_on: new Date().toISOString(),
    ended_on: null,
    recovery: { owner, database, filling: null, before: config.suspended ?? null },
  };
}

function recoveryOf({ recovery }: StoredOperation, filling: NonNullable<Recovery['filling']>): Recovery | null {
  return recovery && { ...recovery, filling };
}

/** Nobody has removed the project, or taken the place of the copy. Errors 1, 18. */
function requireUntouched(registry: ProjectRegistry, { kind, project, to }: Operation): void {
  const config = registry.configOf(project);
  if (!config) throw new ApiError('unknownProject', { project });
  if (kind === 'copy' && registry.configOf(to)) throw new ApiError('projectExists', { project: to });
  if (kind === 'move' && config.suspended?.by !== 'move') throw new ApiError('projectInOperation', { project });
}

/** A project that moves keeps what else its configuration says by now. */
async function switchTo(registry: ProjectRegistry, operation: StoredOperation, made: ProjectConfig): Promise<void> {
  const { kind, project, recovery } = operation;
  const { suspended: _, ...current } = (kind === 'move' ? registry.configOf(project) : undefined) ?? made;
  if (!recovery) return;
  const before = kind === 'move' && recovery.before ? { suspended: recovery.before } : {};
  await registry.add({ ...current, database: recovery.database, ...before });
}

function restore(registry: ProjectRegistry, config: ProjectConfig, before: Recovery['before']): void {
  const { suspended: _, ...rest } = config;
  registry.rewrite(before ? { ...rest, suspended: before } : rest);
}

const isSame = (one: DatabaseConfig, other: DatabaseConfig): boolean =>
  one.type === other.type && one.name === other.name && one.host === other.host && one.port === other.port;

function endedAs(operation: StoredOperation, state: Operation['state'], cause: unknown = null): StoredOperation {
  const shown = cause === null ? null : cause instanceof ApiError ? cause : new ApiError('internal');
  const error = shown && { code: shown.code, message: shown.message };
  return { ...operation, state, error, ended_on: new Date().toISOString(), recovery: null };
}
