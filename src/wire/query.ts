import type { Shape, Shapes } from './shape.ts';
import type { Language } from './wire.ts';

const text =
  (description: string): Shape =>
  (t) =>
    t.String({ description });
const count =
  (description: string): Shape =>
  (t) =>
    t.Integer({ description });
const flag =
  (description: string): Shape =>
  (t) =>
    t.Union([t.Literal('0'), t.Literal('1')], { description });

/** The query language, which every route that answers items understands. (Contract, Q-1 to Q-185.) */
export const languageParameters: Shapes = {
  fields: text('The fields to answer, separated by commas: id,title,author.name,tags.*'),
  filter: (t) =>
    t.Record(t.String(), t.Unknown(), { description: 'Conditions: filter[field][operator]=value, or a JSON object' }),
  sort: text('The fields to sort by, separated by commas; - in front for descending'),
  limit: count('The most items to answer; -1 for all'),
  offset: count('The number of items to skip'),
  page: count('The page to answer, counted from 1'),
  single: flag('Answers the first item, and no list'),
  status: text('The statuses of the items, separated by commas; * for all'),
  meta: text('Metadata to answer, separated by commas; * for all'),
  lang: text('Languages of translations, separated by commas'),
  q: text('Text to search for'),
  after: text('Answers the items after a cursor; empty for the first ones'),
  before: text('Answers the items before a cursor'),
  export: text('Answers the list as a file: csv, json or xml'),
};

/** Parameters that every request may have: token, project, comment, and `_` against caches. */
export const commonParameters: Shapes = {
  access_token: text('A token, if no header carries one'),
  super_admin_token: text('The super admin token of the server'),
  project: text('The project, where the path names none'),
  comment: text('A comment on what is written'),
  activity_skip: flag('Writes no activity; administrators only'),
  _: text('Ignored: makes a URL unlike others'),
};

/** Where a single item is concerned, nothing is filtered, sorted or paged. */
const OF_ITEMS: readonly string[] = ['fields', 'status', 'meta', 'lang'];

/** The part of the query language that a route understands. */
export function parametersOf(language: Language | undefined): Shapes {
  if (language === undefined) return {};
  if (language === 'list') return languageParameters;
  return Object.fromEntries(Object.entries(languageParameters).filter(([name]) => OF_ITEMS.includes(name)));
}
