import type { Body } from '../projects/tagged-answer.ts';

/** Shorter texts are written together with the headers. */
const LONG = 4_000;

/** Encodes a long text once: otherwise its entity tag, its length and the socket would each encode it again. */
export function encoded(text: string): Body {
  return text.length < LONG ? text : Buffer.from(text);
}
