import { anyText, count } from './members.ts';
import type { Shape, Shapes } from './shape.ts';
import type { Language } from './wire.ts';

const flag =
  (description: string): Shape =>
  (t) =>
    t.Union([t.Literal('0'), t.Literal('1')], { description });

/** The query language, which every route that returns items supports. (Contract, Q-1 to Q-216.) */
export const languageParameters: Shapes = {
  fields: anyText('The fields to answer, separated by commas: id,title,author.name,tags.*'),
  filter: (t) =>
    t.Record(t.String(), t.Unknown(), { description: 'Conditions: filter[field][operator]=value, or a JSON object' }),
  sort: anyText('The fields to sort by, separated by commas; - in front for descending'),
  limit: count('The most items to answer; -1 for all'),
  offset: count('The number of items to skip'),
  page: count('The page to answer, counted from 1'),
  single: flag('Answers the first item, and no list'),
  status: anyText('The statuses of the items, separated by commas; * for all'),
  meta: anyText('Metadata to answer, separated by commas; * for all'),
  lang: anyText('Languages of translations, separated by commas'),
  q: anyText('Text to search for'),
  after: anyText('Answers the items after a cursor; empty for the first ones'),
  before: anyText('Answers the items before a cursor'),
  export: anyText('Answers the list as a file: csv, json or xml'),
  aggregate: (t) =>
    t.Record(t.String(), t.Unknown(), { description: 'Answers groups with figures: aggregate[sum][]=minutes' }),
  groupBy: anyText('The fields, or parts of dates such as month(published_on), to group by'),
  tz: anyText('The time zone of parts of dates: Europe/Madrid'),
};

/** Parameters that every request may have: token, project, comment, and `_` against caches. */
export const commonParameters: Shapes = {
  access_token: anyText('A token, if no header carries one'),
  view_as: anyText('A view as somebody else, if no header carries one; administrators only'),
  super_admin_token: anyText('The super admin token of the server'),
  project: anyText('The project, where the path names none'),
  comment: anyText('A comment on what is written'),
  activity_skip: flag('Writes no activity; administrators only'),
  _: anyText('Ignored: makes a URL unlike others'),
};

/** Parameters for single items, which cannot be filtered, sorted or paged. */
const OF_ITEMS: readonly string[] = ['fields', 'status', 'meta', 'lang'];

/** The part of the query language that a route supports. */
export function parametersOf(language: Language | undefined): Shapes {
  if (language === undefined) return {};
  if (language === 'list') return languageParameters;
  return Object.fromEntries(Object.entries(languageParameters).filter(([name]) => OF_ITEMS.includes(name)));
}
