import type { Body } from '../projects/tagged-answer.ts';
import type { Awaitable } from '../shared/awaitable.ts';
import { partsOf } from '../shared/parts-of.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';

/** Shorter texts are written together with the headers. */
const BRIEF = 4_000;
/** Longer texts are encoded in parts of this length. */
const PART = 1 << 20;

/** After at least this many characters have been written and encoded, the event loop runs other requests. */
export const LONG = 1 << 16;

/** Encodes a long text once: otherwise its entity tag, its length and the socket would each encode it again. */
export function encoded(text: string): Awaitable<Body> {
  if (text.length < BRIEF) return text;
  return text.length < PART ? Buffer.from(text) : encodedAll([text]);
}

/** Encodes the texts of a body as {@link encodedParts} does, and joins the parts. */
export async function encodedAll(texts: Iterable<string>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of encodedParts(texts)) parts.push(part);
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** Encodes texts one after the other, in parts; after each long part, the event loop runs other requests. */
export async function* encodedParts(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts)
    for (const part of partsOf(text, PART)) {
      yield Buffer.from(part);
      if (part.length >= LONG) await yieldToEventLoop();
    }
}
