import type { Readable } from 'node:stream';
import { redacted } from '../../shared/redacted.ts';

/** What is kept of a receiver's answer: the beginning of a text, without what looks like a secret. */
export interface KeptAnswer {
  readonly type: string;
  readonly text: string;
  /** How long the receiver took until it began to answer. */
  readonly ms: number;
}

const MOST_BYTES = 2_000;
/** Beyond this, what has come is kept. */
const PATIENCE_MS = 1_000;
const TEXTUAL = /^(text\/|application\/([\w.+-]*json|[\w.+-]*xml|x-www-form-urlencoded))/i;
const LONGEST_TYPE = 100;

/** Reads the beginning of an answer, and ends it. Never fails. */
export async function keptAnswer(type: string, body: Readable, ms: number): Promise<KeptAnswer> {
  const isText = type === '' || TEXTUAL.test(type);
  const text = isText ? redacted(await beginningOf(body), MOST_BYTES) : '';
  body.destroy();
  return { type: type.slice(0, LONGEST_TYPE), text, ms: Math.round(ms) };
}

async function beginningOf(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), PATIENCE_MS);
  const chunks: Buffer[] = [];
  try {
    let taken = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      taken += chunk.length;
      if (taken > MOST_BYTES) break;
    }
  } catch {
    // What came before it broke off is kept.
  } finally {
    clearTimeout(timer);
  }
  return printable(
    Buffer.concat(chunks)
      .subarray(0, 2 * MOST_BYTES)
      .toString('utf8'),
  );
}

/** Without control characters other than tabs and line breaks. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n]/gu, '');
