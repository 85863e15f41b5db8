import { ApiError } from '../../errors/api-error.ts';
import type { Hook } from '../../extensions/extensions.ts';
import type { Data, HookContext } from '../../extensions/types.ts';
import type { Context, Scope } from '../../persistence/context.ts';
import { committed, type Source } from '../../persistence/source.ts';
import { running } from './extension-context.ts';
import { extensionRefusal } from './refusal.ts';

/** How long a hook may delay a request and its transaction. */
const WITHIN_MS = 5_000;
/** How long a hook in the background may take. */
const AFTER_MS = 30_000;
/** How many levels deep hooks may trigger hooks. */
const MAX_DEPTH = 8;

/** An event that has happened or is about to: its names, from general to specific, and its collection. */
export interface HookEvent {
  readonly events: readonly string[];
  readonly collection?: string;
}

type AnyHook = Hook<(data: never, context: HookContext) => unknown>;

/**
 * Notifies action hooks of something about to happen. Rethrows what they throw to refuse it. Any other failure,
 * including a timeout, is logged and refuses it with error 11.
 */
export async function notifyBefore(source: Source, hookEvent: HookEvent, data: Data): Promise<void> {
  if (source.context.draft) return;
  for (const [event, hook] of source.context.store.extensions?.actions(hookEvent.events) ?? [])
    await guarded(source, hook, { event, hookEvent, data });
}

/** Notifies action hooks of something that has happened, as a background task. Failures are logged. */
export function notifyAfter(context: Context, hookEvent: HookEvent, data: Data): void {
  const hooks = context.store.extensions?.actions(hookEvent.events) ?? [];
  if (hooks.length === 0 || (context.depth ?? 0) >= MAX_DEPTH) return;
  context.store.background.start(async () => {
    for (const [event, hook] of hooks)
      await limited(committed(context), hook, { event, hookEvent, data }, AFTER_MS).catch((err: unknown) =>
        report(context, hook, event, err),
      );
  });
}

/** Returns the data as changed by the filters. Failures as of {@link notifyBefore}. */
export async function filtered<T>(source: Source, hookEvent: HookEvent, data: T): Promise<T> {
  if (source.context.draft) return data;
  let current: unknown = data;
  for (const [event, hook] of source.context.store.extensions?.filters(hookEvent.events) ?? [])
    current = (await guarded(source, hook, { event, hookEvent, data: current })) ?? current;
  return current as T;
}

interface Call {
  readonly event: string;
  readonly hookEvent: HookEvent;
  readonly data: unknown;
}

async function guarded(source: Source, hook: AnyHook, call: Call): Promise<unknown> {
  const { context } = source;
  if ((context.depth ?? 0) >= MAX_DEPTH) {
    report(context, hook, call.event, `more than ${MAX_DEPTH} hooks lead to one another`);
    throw new ApiError('extensionFailed');
  }
  try {
    return await limited(source, hook, call, WITHIN_MS);
  } catch (error) {
    // Database errors must propagate: after a conflict the entire transaction runs again.
    if (context.store.dialect.classify(error)) throw error;
    const refusal = extensionRefusal(error);
    if (refusal) throw refusal;
    report(context, hook, call.event, error);
    throw new ApiError('extensionFailed');
  }
}

async function limited(
  source: Source,
  hook: AnyHook,
  { event, hookEvent, data }: Call,
  most: number,
): Promise<unknown> {
  const signal = AbortSignal.timeout(most);
  const { given, end } = running(source, signal);
  const late = new Promise<never>((_done, failed) => {
    signal.addEventListener('abort', () => failed(new Error(`took longer than ${most / 1000} seconds`)), {
      once: true,
    });
  });
  const { run } = hook;
  try {
    const own: HookContext = { ...given, event, collection: hookEvent.collection ?? null };
    return await Promise.race([(async () => run(data as never, own))(), late]);
  } finally {
    await end();
  }
}

function report({ store }: Scope, { file }: AnyHook, event: string, err: unknown): void {
  store.extensions?.failed(file, event, err);
  store.surroundings.log.error({ err, project: store.project, file, event }, 'a hook failed');
}
