import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './built.ts';

/** A fenced block of a document. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The line of its opening fence, counted from 1. */
  readonly line: number;
  /** Whether only blank lines separate it from the previous block. */
  readonly follows: boolean;
}

/** The fenced blocks of a document, in order. */
export function blocksOf(document: string): Block[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  let end = 0;
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [whole, language = '', content = ''] = match;
    const follows = end > 0 && text.slice(end, match.index).trim() === '';
    end = match.index + whole.length;
    return { language, text: content, line: text.slice(0, match.index).split('\n').length, follows };
  });
}
