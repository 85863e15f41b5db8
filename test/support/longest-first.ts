import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes: begun last, they would be waited for alone. */
const LONG = /\/(conformance|fault|browser)\/|\/(leaks|no-500|queries\.model)\./;

/** Runs the files that take long before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
