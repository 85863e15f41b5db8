import type { Body } from '../projects/tagged-answer.ts';
import type { Awaitable } from '../shared/awaitable.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';

/** Shorter texts are written together with the headers. */
const LONG = 4_000;
/** Longer texts are encoded in parts of this length, between which the event loop runs other requests. */
const PART = 1 << 20;

/** Encodes a long text once: otherwise its entity tag, its length and the socket would each encode it again. */
export function encoded(text: string): Awaitable<Body> {
  if (text.length < LONG) return text;
  return text.length < PART ? Buffer.from(text) : inParts(text);
}

async function inParts(text: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let from = 0; from < text.length; ) {
    const to = isLowSurrogate(text.charCodeAt(from + PART)) ? from + PART + 1 : from + PART;
    parts.push(Buffer.from(text.slice(from, to)));
    from = to;
    await yieldToEventLoop();
  }
  return Buffer.concat(parts);
}

/** Whether a code unit is the second one of a character, which must not be encoded without the first. */
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
