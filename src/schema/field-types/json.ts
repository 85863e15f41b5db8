import { violation } from '../../errors/violations.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse-json.ts';
import type { FieldType } from '../field.ts';
import type { Stored } from '../stored.ts';

const EMPTY_OBJECT = /\{\s*\}/;

function decode(stored: Stored): unknown {
  if (stored === null || stored === '') return null;
  const text = String(stored);
  const value = parseJson(text) ?? null;
  return EMPTY_OBJECT.test(text) ? withEmptyLists(value) : value;
}

/**
 * Replaces empty objects by empty lists, in place. A reviver of `JSON.parse` would take ten times as long, and recursion
 * would fail, because other programs may have stored JSON of any depth.
 */
function withEmptyLists(value: unknown): unknown {
  const root = [value];
  const open: object[] = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    if (Array.isArray(next)) replaceInList(next, open);
    else replaceInRecord(next, open);
  }
  return root[0];
}

/** Replaces the empty objects of a list, and adds its other objects and lists to `open`. */
function replaceInList(list: unknown[], open: object[]): void {
  for (let at = 0; at < list.length; at++) {
    const value = list[at];
    if (isEmptyRecord(value)) list[at] = [];
    else if (typeof value === 'object' && value !== null) open.push(value);
  }
}

/** Does the same in an object. A plain assignment to `__proto__` would set its prototype. */
function replaceInRecord(record: object, open: object[]): void {
  for (const [name, value] of Object.entries(record) as [string, unknown][])
    if (isEmptyRecord(value)) Object.defineProperty(record, name, { value: [] });
    else if (typeof value === 'object' && value !== null) open.push(value);
}

function isEmptyRecord(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const _ in value) return false;
  return true;
}

/**
 * An object or a list, stored as JSON text. Text that is not JSON reads as null. An empty object reads as an empty
 * list, because clients have always received one. (Contract, T-7.)
 */
export const json: FieldType = {
  name: 'json',
  column: true,
  structured: true,
  validate: (value) => (typeof value === 'object' ? undefined : violation.type('json')),
  store: (value) => JSON.stringify(value),
  read: decode,
};
