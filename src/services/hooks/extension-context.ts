import type { ExtensionContext, HookCaller, ItemsService } from '../../extensions/types.ts';
import { type Caller, isAdmin, roleOf, SYSTEM } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { itemsService } from './items-service.ts';

/** An extension that runs: what it is given, and what becomes of what it does. */
export interface Running {
  readonly given: ExtensionContext;
  /** Waits for what the extension has begun, lets it begin nothing more, and throws what was refused inside of a write. */
  end(): Promise<void>;
}

/** Makes what an extension is given. Inside a transaction (`tx`) it reads and writes there, and until {@link Running.end}. */
export function running(context: Context, tx: Transaction | null, signal: AbortSignal): Running {
  const { store, caller, depth = 0 } = context;
  const begun = new Set<Promise<unknown>>();
  let ended = false;
  const track = <T>(work: () => Promise<T>): Promise<T> => {
    if (ended) return Promise.reject(new Error('The hook has ended'));
    const doing = work();
    begun.add(doing);
    doing.catch(() => {});
    return doing;
  };
  const contextFor = (as: 'caller' | 'server'): Context => {
    const { once: _once, seen: _seen, ...rest } = context;
    return { ...rest, depth: depth + 1, caller: as === 'server' ? SYSTEM : caller };
  };
  const given: ExtensionContext = {
    project: store.project,
    caller: presentCaller(caller),
    items: (name, { as = 'caller' } = {}) => tracked(itemsService({ context: contextFor(as), tx }, name), track),
    signal,
    log: {
      info: (message, fields = {}) => store.surroundings.log.info({ ...fields, project: store.project }, message),
      error: (message, fields = {}) => store.surroundings.log.error({ ...fields, project: store.project }, message),
    },
  };
  return {
    given,
    async end() {
      ended = true;
      const failed = (await Promise.allSettled(begun)).find((one) => one.status === 'rejected');
      // The transaction may hold a part of what failed.
      if (failed && tx) throw failed.reason;
    },
  };
}

type Track = <T>(work: () => Promise<T>) => Promise<T>;

function tracked(service: ItemsService, track: Track): ItemsService {
  return {
    read: (parameters) => track(() => service.read(parameters)),
    readOne: (key) => track(() => service.readOne(key)),
    create: (payload) => track(() => service.create(payload)),
    update: (key, payload) => track(() => service.update(key, payload)),
    delete: (key) => track(() => service.delete(key)),
  };
}

function presentCaller(caller: Caller): HookCaller {
  const id = caller.kind === 'user' ? caller.id : null;
  return { kind: caller.kind, id, role: roleOf(caller), admin: isAdmin(caller) };
}
