import { isRecord } from '../shared/is-record.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';

/** Values below this depth are serialised in one go. */
const LEVELS = 4;
const ITEMS_AT_ONCE = 50;
const LONG = 1 << 18;

/** The text of `JSON.stringify`, encoded in parts, so that a long one does not block the event loop. */
export async function incrementalJson(value: object): Promise<Buffer> {
  const parts: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(value, LEVELS)) {
    text += piece;
    if (text.length < LONG) continue;
    parts.push(Buffer.from(text));
    text = '';
    await yieldToEventLoop();
  }
  const last = Buffer.from(text);
  return parts.length === 0 ? last : Buffer.concat([...parts, last]);
}

function* piecesOf(value: unknown, levels: number): Generator<string> {
  if (levels > 0 && Array.isArray(value) && value.length > ITEMS_AT_ONCE) yield* listed(value);
  else if (levels > 0 && isRecord(value)) yield* named(value, levels - 1);
  else yield JSON.stringify(value);
}

function* listed(items: readonly unknown[]): Generator<string> {
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const piece = JSON.stringify(items.slice(from, from + ITEMS_AT_ONCE)).slice(1, -1);
    yield `${from === 0 ? '[' : ','}${piece}`;
  }
  yield ']';
}

function* named(record: Readonly<Record<string, unknown>>, levels: number): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* piecesOf(value, levels);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
