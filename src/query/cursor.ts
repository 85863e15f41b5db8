import { createHash } from 'node:crypto';
import type { Stored } from '../schema/field-type.ts';
import { parseJson } from '../shared/parse-json.ts';
import { type Parameter, textOf } from './parse/parameters.ts';
import type { PlannedOrder } from './plan/plan.ts';

/** A value of a position as a cursor holds it. */
type PositionValue = string | number | null;

/** A place in a list, and the side of it that is asked for. */
export interface Position {
  readonly direction: 'after' | 'before';
  /** Of which list in which order; empty where the text was no cursor. */
  readonly signature: string;
  /** One for each term of the order. */
  readonly values: readonly PositionValue[];
}

const LONGEST = 16_384;

/** Tells lists in an order from each other. */
export function signatureOf(collection: string, order: readonly PlannedOrder[]): string {
  const terms = order.map(({ field, descending }) => [field.name, descending]);
  return createHash('sha256')
    .update(JSON.stringify([collection, terms]))
    .digest('base64url')
    .slice(0, 8);
}

/** The cursor of a row, from the values that it is sorted by. */
export function writeCursor(signature: string, values: readonly Stored[]): string {
  return Buffer.from(JSON.stringify([signature, ...values.map(toPositionValue)])).toString('base64url');
}

function toPositionValue(value: Stored): PositionValue {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'bigint' ? String(value) : value;
}

/** Reads a cursor; what is none becomes the place of no list. Null where none is given. */
export function readCursor(direction: Position['direction'], parameter: Parameter | undefined): Position | null {
  if (parameter === undefined || parameter === '') return null;
  const entries = parsed(textOf(parameter) ?? '');
  const [signature, ...values] = Array.isArray(entries) ? (entries as unknown[]) : [];
  const isWhole = typeof signature === 'string' && values.every(isPositionValue);
  return isWhole ? { direction, signature, values } : { direction, signature: '', values: [] };
}

function parsed(text: string): unknown {
  return text.length > LONGEST ? null : parseJson(Buffer.from(text, 'base64url').toString());
}

function isPositionValue(value: unknown): value is PositionValue {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
