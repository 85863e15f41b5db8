import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { isRecord } from '../shared/is-record.ts';

const OF_EVERY_OBJECT = Object.getOwnPropertyNames(Object.prototype);

const confusable = new WeakMap<GraphQLSchema, boolean>();

/**
 * The variables of a request. If the schema has fields with names such as `constructor`, their objects get no
 * prototype: otherwise the library would take inherited properties for values that were sent.
 */
export function variablesOf(schema: GraphQLSchema, sent: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(sent)) return {};
  const known = confusable.get(schema) ?? isConfusable(schema);
  confusable.set(schema, known);
  if (known) inheritNothing(sent);
  return sent;
}

function isConfusable(schema: GraphQLSchema): boolean {
  return Object.values(schema.getTypeMap()).some((type) => {
    if (!isInputObjectType(type)) return false;
    const fields = type.getFields();
    return OF_EVERY_OBJECT.some((name) => fields[name] !== undefined);
  });
}

/** Recursion is safe here, because the nesting of bodies is limited. */
function inheritNothing(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  for (const each of Object.values(value)) inheritNothing(each);
}
