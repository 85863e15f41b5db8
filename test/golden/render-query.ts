import type { FieldTree, Query, SortTerm } from '../../src/query/ast.ts';
import type { Position } from '../../src/query/cursor.ts';
import { parseParameters } from '../../src/query/parse/parameters.ts';
import { parseQuery } from '../../src/query/parse/query.ts';
import { outcome, shortened, writtenOut } from './outcome.ts';
import { conditionOf } from './render-predicate.ts';

/** A query string, parsed by PHP's rules: nested texts, as JSON. */
export function renderParameters(line: string): string {
  return shortened(JSON.stringify(parseParameters(writtenOut(line).slice(1))));
}

/** The parsed list request, as far as it differs from one without parameters; or the error that refuses it. */
export function renderQuery(line: string): string {
  return outcome(() => {
    const query = parseQuery(parseParameters(writtenOut(line).slice(1)));
    const lines = [fieldsLine(query), filterLine(query), sortLine(query.sort), placeLine(query), choiceLine(query)];
    const said = lines.filter((each) => each !== '');
    return said.length > 0 ? said.map(shortened).join('\n') : 'nothing in particular';
  });
}

function fieldsLine({ fields }: Query): string {
  const text = treeText(fields);
  return text === '*' ? '' : `fields ${text}`;
}

function treeText({ all, below, names, without }: FieldTree): string {
  const parts = [
    ...(all ? [below ? `*(${treeText(below)})` : '*'] : []),
    ...Array.from(names, ([name, inner]) => (inner ? `${nameText(name)}(${treeText(inner)})` : nameText(name))),
    ...Array.from(without, (name) => `without ${nameText(name)}`),
  ];
  return parts.length > 0 ? parts.join(' ') : 'none';
}

const nameText = (name: string): string => (/^\w+$/.test(name) ? name : JSON.stringify(name));

function filterLine({ conditions, values }: Query): string {
  if (conditions.length === 0) return '';
  const texts = conditions.map(
    (condition, index) =>
      `${index === 0 ? '' : condition.or ? ' or ' : ' and '}${JSON.stringify(condition.path.join(' › '))} ${conditionOf(condition)}`,
  );
  return `filter ${texts.join('')} ← ${JSON.stringify(values)}`;
}

const sortLine = (sort: readonly SortTerm[]): string =>
  sort.length === 0 ? '' : `sort ${sort.map(sortText).join(', ')}`;

const sortText = ({ field, descending, random }: SortTerm): string =>
  random ? 'at random' : `${JSON.stringify(field)}${descending ? ' downwards' : ''}`;

function placeLine({ limit, offset, page, position, single }: Query): string {
  const parts = Object.entries({ limit, offset, page, single }).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${value}`],
  );
  return [...parts, ...(position ? [positionText(position)] : [])].join(', ');
}

const positionText = ({ direction, signature, values }: Position): string =>
  signature === '' ? `${direction} no place` : `${direction} ${JSON.stringify(values)} of ${signature}`;

function choiceLine({ search, statuses, languages, meta }: Query): string {
  const list = (texts: readonly string[] | '*'): string => (typeof texts === 'string' ? texts : JSON.stringify(texts));
  const parts = [
    search === null ? '' : `search ${JSON.stringify(search)}`,
    statuses === null ? '' : `statuses ${list(statuses)}`,
    languages === null ? '' : `languages ${list(languages)}`,
    meta === null ? '' : `meta ${[...meta].join(' ') || 'of nothing'}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
