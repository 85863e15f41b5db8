import { shallowReactive } from 'vue';

/** A document that was run, with its variables. */
export interface Run {
  readonly document: string;
  readonly variables: string;
}

const MOST = 20;

/** What was run in this tab, by project and user, the latest first. It is in memory alone: documents may hold what is secret. */
const runs = shallowReactive(new Map<string, readonly Run[]>());

export const runsOf = (of: string): readonly Run[] => runs.get(of) ?? [];

/** Keeps a run in front of those before, once. */
export function keepRun(of: string, run: Run): void {
  const others = runsOf(of).filter(
    ({ document, variables }) => document !== run.document || variables !== run.variables,
  );
  runs.set(of, [run, ...others].slice(0, MOST));
}
