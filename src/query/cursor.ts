import { createHash } from 'node:crypto';
import { parseJson } from '../shared/parse-json.ts';
import { type Parameter, textOf } from './parse/parameters.ts';
import { isPositionValue, type PositionValue } from './position.ts';

/** A position in a list, and the side of it that is requested. */
export interface Position {
  readonly direction: 'after' | 'before';
  /** Identifies the list and its order; empty if the text was not a cursor. */
  readonly signature: string;
  /** One for each term of the order. */
  readonly values: readonly PositionValue[];
}

const MAX_LENGTH = 16_384;

/** The part of an order that a cursor depends on. */
interface OrderTerm {
  readonly field: { readonly name: string };
  readonly descending: boolean;
}

/** Returns a text that identifies a list in a given order. */
export function signatureOf(collection: string, order: readonly OrderTerm[]): string {
  const terms = order.map(({ field, descending }) => [field.name, descending]);
  return createHash('sha256')
    .update(JSON.stringify([collection, terms]))
    .digest('base64url')
    .slice(0, 8);
}

/** Returns the cursor of a row, made of the values that it is sorted by. */
export function writeCursor(signature: string, values: readonly PositionValue[]): string {
  return Buffer.from(JSON.stringify([signature, ...values])).toString('base64url');
}

/** Reads a cursor; an invalid one yields a position that fits no list. Null if none is given. */
export function readCursor(direction: Position['direction'], parameter: Parameter | undefined): Position | null {
  if (parameter === undefined || parameter === '') return null;
  const entries = parsed(textOf(parameter) ?? '');
  const [signature, ...values] = Array.isArray(entries) ? (entries as unknown[]) : [];
  const isWhole = typeof signature === 'string' && values.every(isPositionValue);
  return isWhole ? { direction, signature, values } : { direction, signature: '', values: [] };
}

function parsed(text: string): unknown {
  return text.length > MAX_LENGTH ? null : parseJson(Buffer.from(text, 'base64url').toString());
}
