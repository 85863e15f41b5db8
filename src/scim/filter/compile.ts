import type { Where } from '../../query/ast.ts';
import type { ScimRequest } from '../request.ts';
import { type ResourceDefinition, type Target, targetNamed } from '../schema/attribute.ts';
import type { Compared } from './compared.ts';
import { Conditions } from './conditions.ts';
import type { FilterNode } from './node.ts';
import { parseFilter } from './parse.ts';
import { invalidFilter } from './tokens.ts';

/** How filters compare the attributes of a resource. */
export interface Filtered {
  readonly definition: ResourceDefinition;
  readonly columns: ReadonlyMap<string, Compared>;
}

/** Attributes that clients of Directus 8 may filter by, only with `eq`. (Contract, C-22.) */
const SPECIFIED: ReadonlySet<string> = new Set(['id', 'userName', 'emails.value', 'externalId', 'displayName']);

/** The conditions of a filter, and the texts that they compare with. Error `scimInvalidFilter`. */
export function compileFilter(
  request: ScimRequest,
  filtered: Filtered,
  filter: string,
): { where: Where; values: string[] } {
  const node = parseFilter(filter, !request.standard);
  if (!request.standard) refuseUnspecified(filtered, node);
  const conditions = new Conditions();
  return { where: compile({ request, filtered, conditions }, node, ''), values: conditions.values };
}

/** The key of an attribute in the tables of columns: its name as in the schema, with the URN of an extension. */
export function canonicalName({ extension, attribute, sub }: Target): string {
  const name = [attribute?.name, sub?.name].filter((part) => part !== undefined).join('.');
  return extension === null ? name : `${extension}:${name}`;
}

/** For clients of Directus 8 a filter can only be `<attribute> eq <value>`. (Contract, C-22.) */
function refuseUnspecified({ definition }: Filtered, node: FilterNode): void {
  const hint = 'send "Accept: application/scim+json" for the filters of RFC 7644';
  if (node.type !== 'compare' || node.operator !== 'eq')
    throw invalidFilter(`only "<attribute> eq <value>" is supported; ${hint}`);
  const target = targetNamed(definition, node.path);
  if (!target || !SPECIFIED.has(canonicalName(target))) throw invalidFilter(`"${node.path}" is not supported; ${hint}`);
}

interface Compilation {
  readonly request: ScimRequest;
  readonly filtered: Filtered;
  readonly conditions: Conditions;
}

/** `prefix` is the list to whose entries the brackets apply. */
function compile(at: Compilation, node: FilterNode, prefix: string): Where {
  switch (node.type) {
    case 'and':
    case 'or':
      return { type: node.type, of: node.of.map((part) => compile(at, part, prefix)) };
    case 'not':
      return { type: 'not', of: compile(at, node.of, prefix) };
    case 'within':
      if (prefix !== '') throw invalidFilter('brackets stand inside of brackets');
      return compile(at, node.of, `${node.path}.`);
    case 'present':
      return comparedAt(at, `${prefix}${node.path}`)(at.request, at.conditions, 'present', node.path);
    case 'compare':
      return comparedAt(at, `${prefix}${node.path}`)(at.request, at.conditions, node, node.path);
  }
}

function comparedAt({ filtered }: Compilation, name: string): Compared {
  const target = targetNamed(filtered.definition, name);
  const compared = target && filtered.columns.get(canonicalName(target));
  if (!compared) throw invalidFilter(`"${name}" cannot be filtered by`);
  return compared;
}
