import type { Condition, Where } from '../../src/query/ast.ts';
import { compileFilter } from '../../src/scim/filter/compile.ts';
import { groupColumns } from '../../src/scim/filter/group-columns.ts';
import type { FilterNode } from '../../src/scim/filter/node.ts';
import { parseFilter, parseValuePath } from '../../src/scim/filter/parse.ts';
import { userColumns } from '../../src/scim/filter/user-columns.ts';
import { specifiedGroup } from '../../src/scim/groups/specified-group.ts';
import { applyPatch } from '../../src/scim/patch/apply.ts';
import { operationsOf, plainOperation } from '../../src/scim/patch/operation.ts';
import { projected } from '../../src/scim/projection.ts';
import type { ScimRequest } from '../../src/scim/request.ts';
import type { ResourceDefinition, ScimObject } from '../../src/scim/schema/attribute.ts';
import { GROUP } from '../../src/scim/schema/group.ts';
import { normaliseResource } from '../../src/scim/schema/normalise.ts';
import { EXACT } from '../../src/scim/schema/reading.ts';
import { USER } from '../../src/scim/schema/user.ts';
import { attributesOf, scimValues, userPayload } from '../../src/scim/users/mapping.ts';
import { specifiedUser } from '../../src/scim/users/specified-user.ts';
import { resultOf } from '../support/result-of.ts';
import { outcome, shortened, writtenOut } from './outcome.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const FILTERED = {
  users: { definition: USER, columns: userColumns },
  groups: { definition: GROUP, columns: groupColumns },
};

/** Splits `word rest`, and has the URN of the enterprise extension for `ENT`. */
function split(line: string): [word: string, rest: string] {
  const text = writtenOut(line).replaceAll('ENT', ENTERPRISE);
  const space = text.indexOf(' ');
  return [text.slice(0, space), text.slice(space + 1)];
}

const parsed = (json: string): ScimObject => JSON.parse(json) as ScimObject;

/**
 * What a filter or a path says: `text filter` with texts that may do without quotes, `path path`, `filter filter`; and
 * what it becomes for users and groups, asked by the RFC (`users`, `groups`), by somebody who does not see all
 * (`users:member`), or by clients of Directus 8 (`users:old`).
 */
export function renderFilter(line: string): string {
  const [kind, text] = split(line);
  return outcome(() => {
    if (kind === 'filter' || kind === 'text') return shortened(nodeText(parseFilter(text, kind === 'text')));
    if (kind !== 'path') return conditionText(kind, text);
    const { path, filter, sub } = parseValuePath(text);
    return `${path}${filter ? ` where ${nodeText(filter)}` : ''}${sub === null ? '' : ` › ${sub}`}`;
  });
}

function nodeText(node: FilterNode): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.of.map(nodeText).join(` ${node.type} `)})`;
    case 'not':
      return `not ${nodeText(node.of)}`;
    case 'present':
      return `${node.path} present`;
    case 'within':
      return `some ${node.path}: ${nodeText(node.of)}`;
    case 'compare':
      return `${node.path} ${node.operator} ${JSON.stringify(node.value)}`;
  }
}

function conditionText(kind: string, text: string): string {
  const [resource = '', who = ''] = kind.split(':');
  const caller = { kind: 'user', id: 7, role: who === 'member' ? 3 : 1 };
  const request = { context: { caller }, provisioner: false, standard: who !== 'old' } as unknown as ScimRequest;
  const { where, values } = compileFilter(request, FILTERED[resource as keyof typeof FILTERED], text);
  return whereText(where, values);
}

function whereText(where: Where, values: readonly string[]): string {
  switch (where.type) {
    case 'and':
    case 'or':
      return `(${where.of.map((part) => whereText(part, values)).join(` ${where.type} `)})`;
    case 'not':
      return `not ${whereText(where.of, values)}`;
    case 'constant':
      return where.value ? 'everything' : 'nothing';
    case 'sameKey':
      return `${where.table.name}[${whereText(where.of, values)}]`;
    case 'condition':
      return comparisonText(where.condition, values);
  }
}

function comparisonText({ path, operator, first, count }: Condition, values: readonly string[]): string {
  const texts = values.slice(first, first + count).map((value) => JSON.stringify(value));
  return [path.join('.'), operator.name, ...texts].join(' ');
}

const PEOPLE: Readonly<Record<string, ScimObject>> = {
  ann: {
    userName: 'ann@example.com',
    active: true,
    name: { familyName: 'Lee', givenName: 'Ann' },
    emails: [
      { value: 'ann@example.com', type: 'work', primary: true },
      { value: 'ann@home.example', type: 'home' },
    ],
    [ENTERPRISE]: { department: 'Sales', manager: { value: 'm1' } },
  },
  bare: { userName: 'ben@example.com' },
  team: { displayName: 'Team', members: [{ value: 'u1', display: 'Ann' }, { value: 'u2' }] },
};
const definitionOf = (name: string): ResourceDefinition => (name === 'team' ? GROUP : USER);

/** What changes of a resource by operations, as they stand in a PatchOp or one without its list; or by plain attributes. */
export function renderPatch(line: string): string {
  const [name, json] = split(line);
  const before = PEOPLE[name] ?? {};
  return outcome(() => {
    const body: unknown = JSON.parse(json);
    const sent = Array.isArray(body) ? { Operations: body } : (body as ScimObject);
    const operations = operationsOf(sent) ?? [plainOperation(sent)];
    return differences(before, resultOf(applyPatch(definitionOf(name), before, operations)));
  });
}

/** The attributes that are others than before. */
function differences(before: ScimObject, after: ScimObject): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const lines = changed.map((name) => `${name}: ${after[name] === undefined ? 'gone' : JSON.stringify(after[name])}`);
  return lines.length > 0 ? lines.join('\n').replaceAll(ENTERPRISE, 'ENT') : 'stays as it is';
}

/**
 * A body as its schemas know it, the rows that hold a user, and what is read from them again; for `User:old` and
 * `Group:old`, a body from a client of Directus 8.
 */
export function renderResource(line: string): string {
  const [kind, json] = split(line);
  return outcome(() => {
    const resource = resourceOf(kind, parsed(json));
    const lines = [JSON.stringify(resource)];
    if (kind.startsWith('User')) lines.push(...rowLines(resource));
    return lines.join('\n').replaceAll(ENTERPRISE, 'ENT');
  });
}

function resourceOf(kind: string, body: ScimObject): ScimObject {
  if (kind === 'User:old') return normaliseResource(USER, specifiedUser(body), EXACT);
  if (kind === 'Group:old') return normaliseResource(GROUP, specifiedGroup(body), EXACT);
  return normaliseResource(kind === 'Group' ? GROUP : USER, body);
}

function rowLines(resource: ScimObject): string[] {
  const [payload, values] = [userPayload(resource, 'keep'), Object.fromEntries(scimValues(resource))];
  const held = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const again = JSON.stringify(attributesOf(payload, values));
  return [
    `  users: ${JSON.stringify(payload)}`,
    `  beside: ${JSON.stringify(held)}`,
    ...(sorted(again) === sorted(JSON.stringify(resource)) ? [] : [`  read again: ${again}`]),
  ];
}

/** JSON in which the order of names does not count. */
const sorted = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** What is shown of a resource: `ann +names` or `ann -names`. */
export function renderProjection(line: string): string {
  const [name, names] = split(line);
  const list = names.slice(1);
  const resource = { schemas: ['…'], id: '1', ...PEOPLE[name], meta: { location: '/1' } };
  const requested = names.startsWith('-') ? { excludedAttributes: list } : { attributes: list };
  return JSON.stringify(projected(definitionOf(name), resource, requested)).replaceAll(ENTERPRISE, 'ENT');
}
