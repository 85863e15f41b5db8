import type { Readable } from 'node:stream';
import { redacted } from '../../shared/redacted.ts';

/** The stored part of a receiver's answer: the beginning of its text, without what looks like a secret. */
export interface KeptAnswer {
  readonly type: string;
  readonly text: string;
  /** The time until the receiver began to answer, in milliseconds. */
  readonly ms: number;
}

const MAX_BYTES = 2_000;
/** After this time, only what has arrived is kept. */
const TIMEOUT_MS = 1_000;
const TEXTUAL = /^(text\/|application\/([\w.+-]*json|[\w.+-]*xml|x-www-form-urlencoded))/i;
const MAX_TYPE_LENGTH = 100;

/** Reads the beginning of an answer, and aborts the rest. Never fails. */
export async function keptAnswer(type: string, body: Readable, ms: number): Promise<KeptAnswer> {
  const isText = type === '' || TEXTUAL.test(type);
  const text = isText ? redacted(await beginningOf(body), MAX_BYTES) : '';
  body.destroy();
  return { type: type.slice(0, MAX_TYPE_LENGTH), text, ms: Math.round(ms) };
}

async function beginningOf(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), TIMEOUT_MS);
  const chunks: Buffer[] = [];
  try {
    let taken = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      taken += chunk.length;
      if (taken > MAX_BYTES) break;
    }
  } catch {
    // The part before the connection broke is kept.
  } finally {
    clearTimeout(timer);
  }
  return printable(
    Buffer.concat(chunks)
      .subarray(0, 2 * MAX_BYTES)
      .toString('utf8'),
  );
}

/** Removes control characters other than tabs and line breaks. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n]/gu, '');
