import { type GraphQLObjectType, GraphQLSchema, parse, printSchema, printType, validateSchema } from 'graphql';
import { refuseCostly, refuseUnparsable } from '../../src/graphql/limits.ts';
import { graphModel } from '../../src/graphql/model.ts';
import { namesOf } from '../../src/graphql/names.ts';
import { buildGraphSchema } from '../../src/graphql/schema.ts';
import type { Collection } from '../../src/schema/collection.ts';
import type { Schema } from '../../src/schema/schema.ts';
import { pascalCase } from '../../src/shared/pascal-case.ts';
import { library } from './library.ts';
import { outcome, writtenOut } from './outcome.ts';
import { person } from './people.ts';

const managed = (collection: Collection): Collection =>
  ({ ...collection, row: collection.row ?? { managed: true } }) as Collection;

/** The library with its collections managed, so that queries begin at them. */
const schema: Schema = {
  ...library,
  collections: new Map(Array.from(library.collections, ([name, collection]) => [name, managed(collection)])),
};

const none = async (): Promise<null> => null;

function schemaOf(who: string): GraphQLSchema | undefined {
  const model = graphModel(schema, person(who).policy);
  const steps = buildGraphSchema(model, { read: none, groups: none }, { create: none, update: none, delete: none });
  for (;;) {
    const step = steps.next();
    if (step.done) return checked(step.value);
  }
}

/** Validates a schema, because the server does not. */
function checked(graph: GraphQLSchema | undefined): GraphQLSchema | undefined {
  const errors = graph ? validateSchema(new GraphQLSchema({ ...graph.toConfig(), assumeValid: false })) : [];
  if (errors.length > 0) throw new AggregateError(errors);
  return graph;
}

/** What a role may query and change, or one of these types: `who`, or `who Type`. */
export function renderSchema(line: string): string {
  const [who = '', type] = line.split(' ');
  const graph = schemaOf(who);
  if (!graph) return 'nothing to ask for';
  if (type !== undefined) return fieldsOf(graph, type);
  return printSchema(graph)
    .split('\n\n')
    .filter((block) => /^(?:type|input) (?:Query|Mutation)\b/.test(block))
    .join('\n');
}

function fieldsOf(graph: GraphQLSchema, name: string): string {
  const type = graph.getType(name) as GraphQLObjectType | undefined;
  if (!type) return `no type ${name}`;
  return name.endsWith('Filter') ? filterLines(printType(type)) : printType(type);
}

/** The operators of each field with their types, a line for each field. */
function filterLines(printed: string): string {
  const fields = new Map<string, string[]>();
  for (const [, name = '', operator = '', type = ''] of printed.matchAll(/^ {2}(?:(\w+)_)?(\w+?): (.+)$/gm))
    fields.set(name, [...(fields.get(name) ?? []), `${operator} ${type}`]);
  return Array.from(fields, ([name, operators]) => `${name === '' ? 'joined by' : name}: ${operators.join(', ')}`).join(
    '\n',
  );
}

/** Whether a document is accepted: `(text)×n` repeats. */
export function renderDocument(line: string): string {
  return outcome(() => {
    const text = writtenOut(line);
    refuseUnparsable(text);
    refuseCostly(parse(text));
    return 'may be asked';
  });
}

/** The GraphQL names of fields, and the type that each would have. */
export function renderNames(line: string): string {
  const texts = JSON.parse(`[${line}]`) as string[];
  const names = namesOf(texts);
  return texts
    .map((text) => `${text} → ${names.get(text) ?? 'none'} (${pascalCase(names.get(text) ?? '')})`)
    .join('\n');
}
