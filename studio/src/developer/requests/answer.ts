import { octavo } from '@octavo/client';
import { addressOf, type Ready } from './draft.ts';
import { formOf } from './form.ts';

/** An answer, successful or not. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  /** The size of the decompressed body in bytes. */
  readonly size: number;
  /** The time until the answer had arrived, measured in the browser. */
  readonly ms: number;
}

/** Sends a request once, with the browser's session, and returns the answer. Throws OctavoError if there is none. */
export async function sendRequest(base: string, ready: Ready, signal: AbortSignal): Promise<Answer> {
  let seen: Promise<Answer> | undefined;
  const watched: typeof fetch = async (input, init) => {
    const start = performance.now();
    const answer = await fetch(input, init);
    seen = answerOf(answer.clone(), start);
    return answer;
  };
  const client = octavo(base, { cookies: true, retries: 0, timeout: ready.file ? 0 : 120_000, fetch: watched });
  try {
    await client.request(ready.method, addressOf(ready), { signal }, formOf(ready) ?? ready.body);
  } catch (error) {
    if (!seen) throw error;
  }
  if (!seen) throw new Error('there was no request');
  return seen;
}

async function answerOf(answer: Response, start: number): Promise<Answer> {
  const bytes = await answer.arrayBuffer();
  return {
    status: answer.status,
    headers: [...answer.headers],
    text: isText(answer.headers.get('Content-Type') ?? '') ? new TextDecoder().decode(bytes) : '',
    size: bytes.byteLength,
    ms: performance.now() - start,
  };
}

const isText = (type: string): boolean =>
  /^(text\/|application\/([\w.+-]*(json|xml|typescript|javascript)))/i.test(type);

/** JSON longer than this is not formatted, because that would block the page. */
const MAX_LENGTH = 8_000_000;

/** The lines of a text. JSON is formatted. */
export function linesOf(text: string): readonly string[] {
  return laidOut(text).split('\n');
}

/** Formatted JSON; anything else, and JSON with numbers that JavaScript cannot represent, stays as it is. */
export function laidOut(text: string): string {
  if (text.length > MAX_LENGTH || !/^\s*[[{]/.test(text) || /[:[,]\s*-?\d{16,}/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A piece of a line, and its kind. */
export interface Piece {
  readonly kind: 'name' | 'text' | 'number' | 'word' | 'plain';
  readonly text: string;
}

const PIECES = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
/** Longer lines are not coloured. */
const MAX_LINE_LENGTH = 5_000;

/** The pieces of a line of JSON. */
export function piecesOf(line: string): readonly Piece[] {
  if (line.length > MAX_LINE_LENGTH) return [{ kind: 'plain', text: line }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of line.matchAll(PIECES)) {
    const [whole, text, colon, digits] = found;
    if (found.index > at) pieces.push({ kind: 'plain', text: line.slice(at, found.index) });
    pieces.push({ kind: text ? (colon ? 'name' : 'text') : digits ? 'number' : 'word', text: whole });
    at = found.index + whole.length;
  }
  return at < line.length ? [...pieces, { kind: 'plain', text: line.slice(at) }] : pieces;
}
