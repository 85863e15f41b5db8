import { shallowReactive } from 'vue';

/** A document that was run, with its variables. */
export interface Run {
  readonly document: string;
  readonly variables: string;
}

const MAX_RUNS = 20;

/** What was run in this tab, by project and user, the latest first. It is only in memory, because documents may contain secrets. */
const runs = shallowReactive(new Map<string, readonly Run[]>());

export const runsOf = (of: string): readonly Run[] => runs.get(of) ?? [];

/** Stores a run in front of earlier ones, without duplicates. */
export function keepRun(of: string, run: Run): void {
  const others = runsOf(of).filter(
    ({ document, variables }) => document !== run.document || variables !== run.variables,
  );
  runs.set(of, [run, ...others].slice(0, MAX_RUNS));
}
