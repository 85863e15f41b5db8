import type { Attribute, ScimObject } from '../schema/attribute.ts';
import { attributeNamed } from '../schema/attribute.ts';
import type { CompareOperator, FilterNode, FilterValue } from './node.ts';
import { invalidFilter } from './tokens.ts';

/** Whether an entry of a list fulfils a filter on its sub-attributes. Error `scimInvalidFilter`. */
export function matches(entry: ScimObject, attributes: readonly Attribute[], filter: FilterNode): boolean {
  switch (filter.type) {
    case 'and':
      return filter.of.every((part) => matches(entry, attributes, part));
    case 'or':
      return filter.of.some((part) => matches(entry, attributes, part));
    case 'not':
      return !matches(entry, attributes, filter.of);
    case 'present':
      return entry[subAttribute(attributes, filter.path).name] !== undefined;
    case 'compare':
      return compared(entry, subAttribute(attributes, filter.path), filter.operator, filter.value);
    default:
      throw invalidFilter('brackets stand inside of brackets');
  }
}

function subAttribute(attributes: readonly Attribute[], path: string): Attribute {
  const attribute = attributeNamed(attributes, path);
  if (!attribute) throw invalidFilter(`there is no "${path}" to compare`);
  return attribute;
}

function compared(entry: ScimObject, attribute: Attribute, operator: CompareOperator, value: FilterValue): boolean {
  const held = entry[attribute.name] ?? null;
  const sent = attribute.type === 'boolean' ? asBoolean(value) : value;
  if (operator === 'eq') return same(held, sent, attribute);
  if (operator === 'ne') return !same(held, sent, attribute);
  if (typeof held !== 'string' || typeof sent !== 'string') return false;
  return ordered(folded(held, attribute), operator, folded(sent, attribute));
}

/** Converts the texts "true" and "false" to booleans; returns anything else unchanged. */
export function asBoolean(value: FilterValue): FilterValue {
  return typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
}

function same(held: unknown, sent: FilterValue, attribute: Attribute): boolean {
  if (typeof held !== 'string' || typeof sent !== 'string') return held === sent;
  return folded(held, attribute) === folded(sent, attribute);
}

const folded = (text: string, { caseExact }: Attribute): string => (caseExact ? text : text.toLowerCase());

const ORDERED: Readonly<Record<Exclude<CompareOperator, 'eq' | 'ne'>, (held: string, sent: string) => boolean>> = {
  co: (held, sent) => held.includes(sent),
  sw: (held, sent) => held.startsWith(sent),
  ew: (held, sent) => held.endsWith(sent),
  gt: (held, sent) => held > sent,
  ge: (held, sent) => held >= sent,
  lt: (held, sent) => held < sent,
  le: (held, sent) => held <= sent,
};

function ordered(held: string, operator: Exclude<CompareOperator, 'eq' | 'ne'>, sent: string): boolean {
  return ORDERED[operator](held, sent);
}
