import type { Condition } from '../../src/query/ast.ts';
import type { Predicate } from '../../src/query/plan/plan.ts';

/** A condition in one line: its operator and the indexes of its texts in the query. */
export function conditionOf({ operator, first, count }: Condition): string {
  const places = Array.from({ length: count }, (_, index) => `#${first + index}`);
  return [operator.name, ...(places.length > 3 ? [`${places[0]}…${places.at(-1)}`] : places)].join(' ');
}

const within = (collection: { readonly name: string }, where: Predicate | null): string =>
  `${collection.name}(${where ? predicateLine(where) : ''})`;

function part(predicate: Predicate): string {
  const line = predicateLine(predicate);
  return predicate.type === 'and' || predicate.type === 'or' ? `(${line})` : line;
}

/** A predicate in one readable line. */
export function predicateLine(predicate: Predicate): string {
  switch (predicate.type) {
    case 'constant':
      return predicate.value ? 'everything' : 'nothing';
    case 'and':
    case 'or':
      return predicate.of.length === 0
        ? `${predicate.type} of nothing`
        : predicate.of.map(part).join(` ${predicate.type} `);
    case 'not':
      return `not ${part(predicate.of)}`;
    case 'condition':
      return `${predicate.field.name} ${conditionOf(predicate.condition)}`;
    case 'status':
      return `${predicate.field.name} ${predicate.negated ? 'not ' : ''}in [${predicate.statuses.join(', ')}]`;
    case 'language':
      return `${predicate.field.name} in [${predicate.languages.join(', ')}]`;
    case 'owner':
      return `${predicate.field.name} is ${predicate.level === 'mine' ? 'the caller' : 'of the caller’s role'}`;
    case 'ownRole':
      return `${predicate.field.name} is the caller’s role`;
    case 'search':
      return `${predicate.field.name} has the search text`;
    case 'sameKey':
      return `key in ${within(predicate.collection, predicate.where)}`;
    case 'namesItem':
      return `${predicate.field.name} names ${within(predicate.collection, predicate.where)}`;
    case 'related':
      return `${predicate.negated ? 'no' : 'some'} ${predicate.field.name}: ${within(predicate.collection, predicate.where)}`;
    case 'atLeast':
      return `${conditionOf(predicate.condition)}: ${within(predicate.collection, predicate.where)}`;
    case 'relatedToAll':
      return `${predicate.key.name} ${conditionOf(predicate.condition)}: ${within(predicate.collection, predicate.where)}`;
  }
}
