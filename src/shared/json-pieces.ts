import { isRecord } from './is-record.ts';

/** A value of at most this many characters, approximately, is serialised in one go. */
const LONG = 1 << 16;
/** The length assumed of a number, a name or a bracket. */
const SHORT = 8;
const ITEMS_AT_ONCE = 50;

/** The text of `JSON.stringify` in pieces, none of which takes long to write, except those of a single long text. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (!isLong(value)) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* listed(value);
  else if (isRecord(value)) yield* named(value);
  else yield JSON.stringify(value);
}

/** The same for a list, without its brackets. */
export function* itemPieces(items: readonly unknown[]): Generator<string> {
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const some = items.slice(from, from + ITEMS_AT_ONCE);
    if (from > 0) yield ',';
    if (!isLong(some)) yield JSON.stringify(some).slice(1, -1);
    else if (some.length > 1) yield* separated(some);
    else yield* jsonPieces(some[0]);
  }
}

/** Whether the JSON of a value has more than some tens of thousands of characters, beyond which it does not count. */
export const isLong = (value: unknown): boolean => left(value, LONG) < 0;

function* listed(items: readonly unknown[]): Generator<string> {
  yield '[';
  yield* itemPieces(items);
  yield ']';
}

function* separated(items: readonly unknown[]): Generator<string> {
  for (const [at, item] of items.entries()) {
    if (at > 0) yield ',';
    // Undefined has no JSON of its own, but is null in a list.
    yield* jsonPieces(item ?? null);
  }
}

function* named(record: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(value);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** What is left of a number of characters after a value; negative if the value has more. */
function left(value: unknown, characters: number): number {
  if (typeof value === 'string') return characters - value.length;
  if (typeof value !== 'object' || value === null) return characters - SHORT;
  return Array.isArray(value) ? leftOfList(value, characters - SHORT) : leftOfRecord(value, characters - SHORT);
}

function leftOfList(items: readonly unknown[], characters: number): number {
  let rest = characters;
  for (let at = 0; at < items.length && rest >= 0; at++) rest = left(items[at], rest);
  return rest;
}

function leftOfRecord(record: object, characters: number): number {
  let rest = characters;
  for (const name in record) {
    rest = left((record as Readonly<Record<string, unknown>>)[name], rest - SHORT);
    if (rest < 0) break;
  }
  return rest;
}
