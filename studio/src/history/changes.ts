import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import { isSame } from '../model/same.ts';
import type { State } from './entries.ts';

/** A field that differs between two states of an item. */
export interface Change {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields that the server sets itself. They differ with every change, and say nothing about it. */
const KEPT: ReadonlySet<string> = new Set([
  'datetime_updated',
  'user_updated',
  'datetime_created',
  'user_created',
  'hash',
]);

/** What differs between two states, in the order of the form. A field in only one of them differs from nothing. */
export const changesBetween = ({ fields }: Collection, before: State, after: State): readonly Change[] =>
  fields
    .filter(({ type, isAlias, isKey }) => !isAlias && !isKey && !KEPT.has(type))
    .filter(({ name }) => name in before || name in after)
    .map((field) => ({ field, before: plain(before[field.name]), after: plain(after[field.name]) }))
    .filter(({ before, after }) => !isSame(before, after) && !(isNothing(before) && isNothing(after)));

/** The changes worth showing: a slug only follows the field that it is made from. */
export function toldChanges(changes: readonly Change[]): readonly Change[] {
  const names = new Set(changes.map(({ field }) => field.name));
  return changes.filter(({ field }) => field.type !== 'slug' || !names.has(String(field.options.mirroredField)));
}

/** A related item that was stored whole is compared by its key. */
function plain(value: unknown): unknown {
  const key = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as State).id : undefined;
  return key === undefined || Object.keys(value as State).length > 1 ? (value ?? null) : key;
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The fields that an item was created with. */
export const filledFields = (collection: Collection, state: State): readonly Field[] =>
  changesBetween(collection, {}, state)
    .filter(({ after }) => after !== false && after !== 0)
    .map(({ field }) => field);

const HTML: ReadonlySet<string> = new Set(['wysiwyg', 'wysiwyg-full', 'wysiwyg-advanced']);

/** Whether a value is prose, whose differences are shown word by word. */
export const isProse = ({ type, relation }: Field): boolean =>
  !relation && ['string', 'slug', 'lang', 'translation'].includes(type);

/** A value as a text to compare: HTML without tags, JSON with one member per line. */
export function textOf(field: Field, value: unknown): string {
  if (isNothing(value)) return '';
  if (typeof value === 'object') return JSON.stringify(value, sorted, 2);
  const text = String(value);
  return HTML.has(field.interface ?? '') || /^\s*<(p|h\d|ul|ol|div|blockquote)[\s>]/i.test(text)
    ? withoutMarks(text)
    : text;
}

/** Members in the order of their names, so that their order makes no difference. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const BLOCK = /^\/?(p|div|li|h\d|br|tr|blockquote|ul|ol|hr|pre|figure)\b/i;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: ' ',
};

/** The text of HTML, without tags and with blocks as lines. It is only ever shown as text. */
export function withoutMarks(html: string): string {
  const [first = '', ...rest] = html.split('<');
  const text = rest.reduce((sum, part) => {
    const end = part.indexOf('>');
    if (end < 0) return `${sum}<${part}`;
    return sum + (BLOCK.test(part) ? '\n' : '') + part.slice(end + 1);
  }, first);
  return text
    .replace(/&(#39|[a-z]{2,5});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\n{2,}/g, '\n')
    .trim();
}
