import { ApiError } from '../../errors/api-error.ts';
import type { Hook } from '../../extensions/extensions.ts';
import type { Data, HookContext } from '../../extensions/types.ts';
import type { Context, Scope } from '../../persistence/context.ts';
import { committed, type Source } from '../../persistence/source.ts';
import { running } from './extension-context.ts';
import { extensionRefusal } from './refusal.ts';

/** How long a hook may keep a request, and a transaction, waiting; */
const WITHIN_MS = 5_000;
/** and how long one may take that nobody waits for. */
const AFTER_MS = 30_000;
/** Hooks that lead to hooks. */
const DEEPEST = 8;

/** What has happened, or is about to: names of events, from the general to the special, and whose they are. */
export interface Happening {
  readonly events: readonly string[];
  readonly collection?: string;
}

type AnyHook = Hook<(data: never, context: HookContext) => unknown>;

/**
 * Tells the actions of what is about to happen. What they throw to refuse is thrown; any other failure of theirs, and one
 * that takes too long, is logged and refuses with error 11.
 */
export async function tellBefore(source: Source, happening: Happening, data: Data): Promise<void> {
  for (const [event, hook] of source.context.store.extensions?.actions(happening.events) ?? [])
    await guarded(source, hook, { event, happening, data });
}

/** Tells the actions of what has happened, beside everything else: nobody waits, and what fails is logged. */
export function tellAfter(context: Context, happening: Happening, data: Data): void {
  const hooks = context.store.extensions?.actions(happening.events) ?? [];
  if (hooks.length === 0 || (context.depth ?? 0) >= DEEPEST) return;
  context.store.background.start(async () => {
    for (const [event, hook] of hooks)
      await limited(committed(context), hook, { event, happening, data }, AFTER_MS).catch((err: unknown) =>
        report(context, hook, event, err),
      );
  });
}

/** The data as the filters leave them. Failures as of {@link tellBefore}. */
export async function filtered<T>(source: Source, happening: Happening, data: T): Promise<T> {
  let current: unknown = data;
  for (const [event, hook] of source.context.store.extensions?.filters(happening.events) ?? [])
    current = (await guarded(source, hook, { event, happening, data: current })) ?? current;
  return current as T;
}

interface Call {
  readonly event: string;
  readonly happening: Happening;
  readonly data: unknown;
}

async function guarded(source: Source, hook: AnyHook, call: Call): Promise<unknown> {
  const { context } = source;
  if ((context.depth ?? 0) >= DEEPEST) {
    report(context, hook, call.event, `more than ${DEEPEST} hooks lead to one another`);
    throw new ApiError('extensionFailed');
  }
  try {
    return await limited(source, hook, call, WITHIN_MS);
  } catch (error) {
    // What another writer's way crossed is tried again as a whole.
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
  { event, happening, data }: Call,
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
    const own: HookContext = { ...given, event, collection: happening.collection ?? null };
    return await Promise.race([(async () => run(data as never, own))(), late]);
  } finally {
    await end();
  }
}

function report({ store }: Scope, { file }: AnyHook, event: string, err: unknown): void {
  store.surroundings.log.error({ err, project: store.project, file, event }, 'a hook failed');
}
