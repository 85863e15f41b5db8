import { isRecord } from '../shared/is-record.ts';
import { asText } from '../shared/text.ts';
import {
  type Attribute,
  type ResourceDefinition,
  type ScimObject,
  type Target,
  targetNamed,
} from './schema/attribute.ts';

/** The attributes that a response shows. (RFC 7644, section 3.9.) */
export interface Projection {
  readonly attributes?: unknown;
  readonly excludedAttributes?: unknown;
}

const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

/** The resource with the requested attributes, and always its identifier and schemas. */
export function projected(definition: ResourceDefinition, resource: ScimObject, requested: Projection): ScimObject {
  const wanted = targets(definition, requested.attributes);
  if (wanted.length > 0) return filtered(resource, wanted, true);
  const excluded = targets(definition, requested.excludedAttributes);
  return excluded.length > 0 ? filtered(resource, excluded, false) : resource;
}

function targets(definition: ResourceDefinition, names: unknown): Target[] {
  const list = Array.isArray(names) ? names : typeof names === 'string' ? names.split(',') : [];
  return list.flatMap((name) => targetNamed(definition, asText(name).trim()) ?? []);
}

function filtered(resource: ScimObject, named: readonly Target[], keep: boolean): ScimObject {
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    if (ALWAYS.has(name)) return [[name, value]];
    const urn = name.startsWith('urn:') ? name : null;
    const own = named.filter(({ extension, attribute }) =>
      urn ? extension === urn : extension === null && attribute?.name === name,
    );
    const shown = urn && isRecord(value) ? partsShown(value, own, keep) : shownValue(value, own, keep);
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

/** The parts of an extension that are named, or those that are not. */
function partsShown(parts: ScimObject, own: readonly Target[], keep: boolean): ScimObject | undefined {
  if (own.some(({ attribute }) => attribute === null)) return keep ? parts : undefined;
  const entries = Object.entries(parts).flatMap(([name, value]): [string, unknown][] => {
    const shown = shownValue(
      value,
      own.filter(({ attribute }) => attribute?.name === name),
      keep,
    );
    return shown === undefined ? [] : [[name, shown]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function shownValue(value: unknown, own: readonly Target[], keep: boolean): unknown {
  if (own.length === 0) return keep ? undefined : value;
  if (own.some(({ sub }) => sub === null)) return keep ? value : undefined;
  const subs = new Set(own.flatMap(({ sub }) => (sub ? [sub.name] : [])));
  return Array.isArray(value) ? value.map((entry) => subsShown(entry, subs, keep)) : subsShown(value, subs, keep);
}

function subsShown(value: unknown, subs: ReadonlySet<Attribute['name']>, keep: boolean): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => subs.has(name) === keep));
}
