import type { Octavo, Untyped } from '@octavo/client';
import { type Recorder, undoAll } from './journal.ts';
import { joined, type Plan } from './plan.ts';

/** A request of a change. */
export interface Step {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Whether it writes items, which plans do not describe. */
  readonly isContent?: boolean;
}

/** A change of the schema that must be confirmed: one request, or several that belong together. */
export interface Change {
  readonly title: string;
  /** The text of the button. */
  readonly verb: string;
  /** The message when it is done. */
  readonly done: string;
  readonly steps: readonly Step[];
  /** The name that must be typed to confirm a loss. */
  readonly name?: string;
  /** What it creates, in sentences. */
  readonly makes?: readonly string[];
  /** Whether it changes only how forms look, and is made at once. */
  readonly isQuiet?: boolean;
}

/** A change that failed in the middle: why, and whether its earlier steps were undone. */
export class HalfDone extends Error {
  override readonly name = 'HalfDone';
  readonly reason: unknown;
  readonly at: number;
  readonly isTakenBack: boolean;

  constructor(reason: unknown, at: number, isTakenBack: boolean) {
    super(String(reason));
    this.reason = reason;
    this.at = at;
    this.isTakenBack = isTakenBack;
  }
}

type Client = Octavo<Untyped>;

/** The combined plan of all steps of a change. */
export async function planOf(client: Client, { steps }: Change): Promise<Plan> {
  const plans = steps
    .filter(({ isContent }) => !isContent)
    .map(({ method, path, body }) => client.request<Plan>(method, path, { plan: 1 }, body));
  return joined(await Promise.all(plans));
}

/**
 * Runs a change step by step, and returns the entries of the journal that undo it, the newest first. If a step fails, the
 * earlier ones are undone. Throws {@link HalfDone}.
 */
export async function runChange(
  recorder: Recorder,
  { steps }: Change,
  onStep: (at: number) => void = () => {},
): Promise<readonly number[]> {
  for (const [at, { method, path, body }] of steps.entries()) {
    onStep(at);
    try {
      await recorder.client.request(method, path, {}, body);
    } catch (error) {
      throw new HalfDone(error, at, await takeBack(recorder, steps.slice(0, at)));
    }
  }
  onStep(steps.length);
  return recorder.entries;
}

/** Undoes steps, and returns whether everything is as it was. A project without a journal has no entries. */
async function takeBack({ client, entries }: Recorder, made: readonly Step[]): Promise<boolean> {
  try {
    const isKnown = entries.length >= made.filter(({ isContent }) => !isContent).length;
    await undoAll(client, [...entries]);
    return isKnown;
  } catch {
    return false;
  }
}

const part = encodeURIComponent;

/** The address of a collection's description. */
export const collectionPath = (collection: string): string => `/collections/${part(collection)}`;

/** The address of a collection's fields, or of one of them. */
export const fieldPath = (collection: string, field?: string): string =>
  `/fields/${part(collection)}${field === undefined ? '' : `/${part(field)}`}`;
