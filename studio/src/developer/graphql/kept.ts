import { shallowReactive } from 'vue';

/** A document that was run, with its variables. */
export interface Run {
  readonly document: string;
  readonly variables: string;
}

const MOST = 20;

/** What was run in this tab, by project, the latest first. It is in memory alone: documents may hold what is secret. */
const runs = shallowReactive(new Map<string, readonly Run[]>());

export const runsOf = (project: string): readonly Run[] => runs.get(project) ?? [];

/** Keeps a run in front of those before, once. */
export function keepRun(project: string, run: Run): void {
  const others = runsOf(project).filter(
    ({ document, variables }) => document !== run.document || variables !== run.variables,
  );
  runs.set(project, [run, ...others].slice(0, MOST));
}
