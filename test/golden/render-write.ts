import type { ApiError } from '../../src/errors/api-error.ts';
import { Hashed } from '../../src/query/plan/write/hashed.ts';
import type { Entry, How, Intent, ParentItem, RecordStep, Step } from '../../src/query/plan/write/plan.ts';
import { predicateLine } from './render-predicate.ts';
import { HASH, planOfCase } from './write-case.ts';

/** The plan of a write, one line per step. */
export function renderWrite(line: string): string {
  const { steps } = planOfCase(line);
  return steps.length === 0 ? 'nothing to do' : steps.flatMap(stepLines).join('\n');
}

type Renderers = { readonly [Name in Step['do']]: (step: Extract<Step, { do: Name }>) => string | string[] };

const renderers: Renderers = {
  refuse: ({ error }) => refusal(error),
  match: ({ questions }) =>
    `match ${questions.map(({ field, pattern, text }) => `${field} "${text}" by ${pattern}`).join(', ')}`,
  filter: () => 'filter',
  permit: ({ where, refusal: error, unseen }) => {
    const hidden =
      unseen && `, else ${codeOf(unseen.refusal)} unless ${unseen.where ? predicateLine(unseen.where) : 'seen'}`;
    return `permit ${predicateLine(where)}, else ${codeOf(error)}${hidden ?? ''}`;
  },
  rule: ({ rule, payload }) => `rule ${rule}${payload ? ` ${shown(payload)}` : ''}`,
  warn: ({ warnings }) =>
    `warn ${warnings.map(({ at, reason, quiet }) => `${at}: ${reason}${quiet ? ' (quiet)' : ''}`).join(' ')}`,
  references: ({ references }) =>
    `references ${references.map(({ field, collection, key }) => `${field} ${collection.name}/${key}`).join(', ')}`,
  hook: ({ data }) => `hook ${shown(data)}`,
  'to-one': ({ field, write }) => [`to-one ${field}`, `  ${intentLine(write)}`],
  insert: ({ values }) => `insert ${shown(Object.fromEntries(values))}`,
  update: ({ values }) => `update ${shown(Object.fromEntries(values))}`,
  delete: () => 'delete',
  record: (step) => recordLine(step),
  emit: () => 'emit',
  'to-many': ({ field, related, foreignKey, entries, required }) => [
    `to-many ${field}: ${related.name} by ${foreignKey}${required ? ', required' : ''}`,
    ...entries.map((entry) => `  ${entryLine(entry)}`),
  ],
};

const stepLines = (step: Step): string | string[] => renderers[step.do](step as never);

const codeOf = ({ status, code }: ApiError): string => `${status} error ${code}`;

const refusal = (error: ApiError): string => `${codeOf(error)}: ${error.message}`;

function recordLine({ action, comment, delta, parent }: RecordStep): string {
  return `record ${action} ${shown(delta)}${parentOf(parent)}${comment === null ? '' : ` "${comment}"`}`;
}

const parentOf = (parent: ParentItem | null | undefined): string =>
  parent ? ` within ${parent.collection}/${parent.key ?? 'new'}` : '';

const entryLine = ({ write, tied }: Entry): string => `${intentLine(write)}${tied ? ', tied' : ''}`;

function intentLine(intent: Intent): string {
  switch (intent.verb) {
    case 'refuse':
      return refusal(intent.error);
    case 'create':
      return `create ${intent.collection.name} ${shown(intent.payload)}${howOf(intent.how)}`;
    case 'change':
      return `change ${intent.collection.name}/${intent.key} ${shown(intent.payload)}${howOf(intent.how)}`;
    case 'delete':
      return `delete ${intent.collection.name}/${intent.key}${howOf(intent.how)}`;
    case 'save':
      return `save ${shown(intent.create)} or ${intentLine(intent.change)}`;
  }
}

function howOf({ parent, apart, records, whole }: How): string {
  return [
    parentOf(parent),
    ...(apart ? [', apart'] : []),
    ...(records ? [`, ${records} recorded`] : []),
    ...(whole ? [', judged whole'] : []),
  ].join('');
}

/** A value in short form. A stored hash is `[hash]`; before that, it is `[hashed]` with the plain value. */
function shown(value: unknown): string {
  if (value === HASH) return '[hash]';
  if (value instanceof Hashed) return '[hashed]';
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  return `{${Object.entries(value)
    .map(([name, each]) => `${name}: ${shown(each)}`)
    .join(', ')}}`;
}
