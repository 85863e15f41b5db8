import { inTurns } from '../shared/in-turns.ts';
import { jsonText } from './json-of.ts';

/**
 * Parses a JSON list part by part, and yields to the event loop in between. A list without cuts is parsed in one go.
 * `cuts` are the byte offsets of commas between its items. Throws a `SyntaxError` if the text is not JSON, and a
 * `TypeError` if it is not UTF-8.
 */
export async function parseInParts(bytes: Buffer, cuts: readonly number[]): Promise<unknown> {
  if (cuts.length === 0) return JSON.parse(jsonText(bytes));
  const items: unknown[] = [];
  await inTurns(partsOf(bytes, cuts), (part) => {
    for (const item of part) items.push(item);
  });
  return items;
}

/** A zero stands in for what lies beyond a cut, so that the comma there has an item on both sides. */
function* partsOf(bytes: Buffer, cuts: readonly number[]): Generator<unknown[]> {
  let from = 0;
  for (const end of [...cuts, bytes.length]) {
    const [isFirst, isLast] = [from === 0, end === bytes.length];
    const text = jsonText(bytes.subarray(from, end));
    const part: unknown[] = JSON.parse(`${isFirst ? '' : '[0'}${text}${isLast ? '' : ',0]'}`);
    yield part.slice(isFirst ? 0 : 1, isLast ? undefined : -1);
    from = end;
  }
}
