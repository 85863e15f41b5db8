import { faultIn } from './json-fault.ts';

/** A typed document: its value, or the line and column at which it becomes invalid. */
export type Parsed =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'fault'; readonly line: number; readonly column: number };

/** Parses a document. */
export function parseJson(text: string): Parsed {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    return { kind: 'fault', ...placeOf(text, faultIn(text)) };
  }
}

function placeOf(text: string, position: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** A document as text, unless it is a text already. */
export function jsonText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
