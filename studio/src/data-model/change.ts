import type { Octavo, Untyped } from '@octavo/client';
import { joined, type Plan } from './plan.ts';

/** A request that is a part of a change. */
export interface Step {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** It writes items, which no plan describes. */
  readonly isContent?: boolean;
}

/** A change of the schema that somebody is asked about: one request, or several that belong together. */
export interface Change {
  readonly title: string;
  /** What the button says. */
  readonly verb: string;
  /** What is said once it is done. */
  readonly done: string;
  readonly steps: readonly Step[];
  /** What is typed to confirm a loss: the name of what goes. */
  readonly name?: string;
  /** What it makes, in sentences. */
  readonly makes?: readonly string[];
  /** It changes how forms look and nothing else: done at once. */
  readonly isQuiet?: boolean;
}

/** A change that failed in the middle: why, and whether what was made before was taken back. */
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

/** What all steps of a change would do together. */
export async function planOf(client: Client, { steps }: Change): Promise<Plan> {
  const plans = steps
    .filter(({ isContent }) => !isContent)
    .map(({ method, path, body }) => client.request<Plan>(method, path, { plan: 1 }, body));
  return joined(await Promise.all(plans));
}

/** Runs a change, step by step. What fails in the middle is taken back, as far as it made something. Throws {@link HalfDone}. */
export async function runChange(
  client: Client,
  { steps }: Change,
  onStep: (at: number) => void = () => {},
): Promise<void> {
  const removals: (string | null)[] = [];
  for (const [at, step] of steps.entries()) {
    onStep(at);
    try {
      const answer = await client.request(step.method, step.path, {}, step.body);
      removals.unshift(removalOf(step, answer));
    } catch (error) {
      throw new HalfDone(error, at, await takeBack(client, removals));
    }
  }
  onStep(steps.length);
}

/** Removes what was made, the newest first; answers whether everything is as it was. */
async function takeBack(client: Client, removals: readonly (string | null)[]): Promise<boolean> {
  try {
    for (const path of removals) if (path) await client.request('DELETE', path);
    return !removals.includes(null);
  } catch {
    return false;
  }
}

/** The path that deletes what a step has made; null where it has changed something instead. */
export function removalOf({ method, path, body, isContent }: Step, answer: unknown): string | null {
  if (method !== 'POST' || isContent) return null;
  const made = (isRecord(answer) && answer) || (isRecord(body) && body) || {};
  const name = made[{ '/collections': 'collection', '/relations': 'id' }[path] ?? 'field'];
  return name === undefined ? null : `${path}/${part(String(name))}`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const part = encodeURIComponent;

/** The address of a collection's description. */
export const collectionPath = (collection: string): string => `/collections/${part(collection)}`;

/** The address of a collection's fields, or of one of them. */
export const fieldPath = (collection: string, field?: string): string =>
  `/fields/${part(collection)}${field === undefined ? '' : `/${part(field)}`}`;
