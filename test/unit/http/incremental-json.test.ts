import { describe, expect, it } from 'vitest';
import { paced } from '../../../src/graphql/shown.ts';
import { incrementalJson } from '../../../src/http/incremental-json.ts';

describe('JSON that is written in chunks', () => {
  const items = Array.from({ length: 130 }, (_, id) => ({ id, text: `"${id}"`, list: [id, null, [], {}] }));

  it('is the same text if it is long', async () => {
    const value = { data: Array.from({ length: 3_000 }, (_, at) => ({ at, text: '€'.repeat(at % 200) })) };
    expect((await incrementalJson(value)).toString()).toBe(JSON.stringify(value));
  });

  it('is the same text', async () => {
    for (const value of [{}, { data: [] }, { a: undefined, data: { x: { data: items }, y: null }, errors: [{ m: 1 }] }])
      expect((await incrementalJson(value)).toString()).toBe(JSON.stringify(value));
  });

  it('has all its items in order', async () => {
    expect(await Promise.all(paced(items))).toEqual(items);
    expect(paced(items.slice(0, 3))).toEqual(items.slice(0, 3));
  });
});
