import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes. Started last, they would run alone at the end. */
const LONG = /\/(conformance|fault|browser)\/|\/(leaks|no-500|queries\.model)\./;

/** Runs the slow files before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
