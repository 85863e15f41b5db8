import type { ExtensionContext, HookCaller, ItemsService } from '../../extensions/types.ts';
import { type Caller, isAdmin, keyOf, roleOf, SYSTEM } from '../../permissions/caller.ts';
import type { Source } from '../../persistence/source.ts';

/** A running extension: the context that it gets, and how to end it. */
interface Running {
  readonly given: ExtensionContext;
  /**
   * Waits for everything that the extension has started and rejects further calls. Throws if a call inside a
   * transaction failed.
   */
  end(): Promise<void>;
}

/** Creates the context for an extension. It reads and writes through the source, until {@link Running.end}. */
export function running(source: Source, signal: AbortSignal): Running {
  const { store, caller } = source.context;
  const begun = new Set<Promise<unknown>>();
  let ended = false;
  const track = <T>(work: () => Promise<T>): Promise<T> => {
    if (ended) return Promise.reject(new Error('The hook has ended'));
    const doing = work();
    begun.add(doing);
    doing.catch(() => {});
    return doing;
  };
  const given: ExtensionContext = {
    project: store.project,
    caller: presentCaller(caller),
    items: (name, { as = 'caller' } = {}) =>
      tracked(store.calls.items(nested(source, as === 'server' ? SYSTEM : caller), name), track),
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
      // The transaction may contain part of the failed write.
      if (failed && source.kind === 'transaction') throw failed.reason;
    },
  };
}

/** An extension's calls run one hook level deeper, and without the request's idempotency key and optimistic lock. */
function nested<S extends Source>(source: S, caller: Caller): S {
  const { depth = 0, write, ...rest } = source.context;
  const { comment, skipActivity } = write;
  return { ...source, context: { ...rest, caller, depth: depth + 1, write: { comment, skipActivity } } };
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
  return { kind: caller.kind, id, role: roleOf(caller), admin: isAdmin(caller), apiKey: keyOf(caller)?.key ?? null };
}
