import { expect, it } from 'vitest';
import { xml } from '../../../../src/http/export/xml.ts';
import type { Item } from '../../../../src/query/shape/decoder.ts';

const list = { name: 'posts', fields: ['text'] };
const partsOf = (item: Item): string[] => [...xml.item(item, list, 0)];

it.each(['&', '<x>\r', 'x😀'])('a long text of %j is escaped in parts', (part) => {
  const text = part.repeat(100_000);
  const short = partsOf({ text: part }).join('').slice('<item><text>'.length, -'</text></item>\n'.length);
  const parts = partsOf({ text });
  expect(parts.join('')).toBe(`<item><text>${short.repeat(100_000)}</text></item>\n`);
  expect(parts.length).toBeGreaterThan(4);
});
