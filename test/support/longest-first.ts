import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes. Started last, they would run alone at the end. */
const LONG = /\/(conformance|fault|browser)\/|\/(leaks|no-500|queries\.model)\./;

/** Runs the slow files before all others, and those that share modules in a row: only the next file gets them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  if (LONG.test(moduleId)) return 0;
  return project.config.isolate ? 2 : 1;
}
