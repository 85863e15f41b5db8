import { describe, expect, it } from 'vitest';
import { ADDED_SETTINGS } from '../../src/schema/settings.ts';
import { sourcesBelow } from '../support/sources.ts';

describe("Octavo's own settings", () => {
  it('are listed, so that strict projects know their names', () => {
    const read = sourcesBelow().flatMap(({ text }) =>
      [...text.matchAll(/(?:\.get\(|SETTING = )'(octavo_\w+)'/g)].map(([, name]) => name),
    );
    const own = [...ADDED_SETTINGS.keys()].filter((name) => name.startsWith('octavo_'));
    expect([...new Set(read)].sort()).toEqual(own.sort());
  });
});
