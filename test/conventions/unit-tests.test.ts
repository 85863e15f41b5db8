import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesBelow } from '../support/sources.ts';

const UNIT = join(import.meta.dirname, '..', 'unit');
const ENDING = '.test.ts';

describe('unit tests', () => {
  it('have the path and the name of the file that they test', () => {
    const sources = new Set(sourcesBelow().map(({ path }) => path));
    const tests = readdirSync(UNIT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ENDING));
    expect(tests.length).toBeGreaterThan(30);
    const tested = tests.map((name) => `${name.replaceAll('\\', '/').slice(0, -ENDING.length)}.ts`);
    expect(tested.filter((path) => !sources.has(path))).toEqual([]);
  });
});
