import { ApiError } from '../../errors/api-error.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseValuePath, type ValuePath } from '../filter/parse.ts';
import { type Attribute, type ResourceDefinition, type ScimObject, targetNamed } from '../schema/attribute.ts';
import { invalidValue } from '../schema/normalise.ts';
import type { Change } from './change.ts';
import { changedComplex, changedList, changedSimple } from './change.ts';
import type { PatchOperation } from './operation.ts';

interface Place {
  readonly extension: string | null;
  readonly attribute: Attribute;
  readonly sub: Attribute | null;
}

/** Yields after each operation, because each one processes all members of a group. */
type Patching = Generator<void, ScimObject>;

/**
 * Applies the operations in order and returns the new resource; does not modify the given one. Errors
 * `scimInvalidPath`, `scimInvalidValue`, `scimNoTarget`, `scimMutability`, `scimInvalidFilter`. (RFC 7644, section
 * 3.5.2.)
 */
export function* applyPatch(
  definition: ResourceDefinition,
  resource: ScimObject,
  operations: readonly PatchOperation[],
): Patching {
  let current = resource;
  for (const operation of operations) current = yield* applyOne(definition, current, operation);
  const missing = definition.core.attributes.find(({ name, required }) => required && current[name] === undefined);
  if (missing && resource[missing.name] !== undefined) throw invalidValue(missing, 'must have a value');
  return current;
}

function* applyOne(definition: ResourceDefinition, resource: ScimObject, operation: PatchOperation): Patching {
  yield;
  const { op, path, value, reading } = operation;
  if (op !== 'remove' && value === undefined)
    throw new ApiError('scimInvalidValue', { reason: `"${op}" needs a "value"` });
  if (path === null) return yield* applyAll(definition, resource, operation);
  const { path: name, filter, sub } = parsedPath(path);
  const target = targetNamed(definition, sub === null ? name : `${name}.${sub}`);
  if (!target || (filter && !target.attribute?.multi)) throw new ApiError('scimInvalidPath', { path });
  if (!target.attribute) return yield* applyExtension(definition, resource, operation, target.extension ?? '');
  const place: Place = { ...target, attribute: target.attribute };
  refuseProtected(place, op);
  return withChange(resource, place, { op, filter, sub: place.sub, value, reading });
}

function parsedPath(path: string): ValuePath {
  try {
    return parseValuePath(path);
  } catch (error) {
    const brackets = path.includes('[') && error instanceof ApiError;
    throw brackets ? error : new ApiError('scimInvalidPath', { path });
  }
}

/** Without a path, each attribute of the value is a target; read-only and unknown ones are ignored. */
function* applyAll(definition: ResourceDefinition, resource: ScimObject, operation: PatchOperation): Patching {
  const { op, value } = operation;
  if (op === 'remove') throw new ApiError('scimNoTarget', { reason: 'A "remove" needs a "path"' });
  if (!isRecord(value))
    throw new ApiError('scimInvalidValue', { reason: 'An operation without "path" needs an object' });
  let current = resource;
  for (const [name, part] of Object.entries(value))
    if (settable(definition, name))
      current = yield* applyOne(definition, current, { ...operation, path: name, value: part });
  return current;
}

function settable(definition: ResourceDefinition, name: string): boolean {
  const [plain = '', filter] = name.split('[', 2);
  const target = targetNamed(definition, plain);
  if (filter !== undefined && !target?.attribute?.multi) return false;
  return target !== undefined && target.attribute?.mutability !== 'readOnly' && target.sub?.mutability !== 'readOnly';
}

/** Applies an operation on an entire extension to its attributes one by one. */
function* applyExtension(
  definition: ResourceDefinition,
  resource: ScimObject,
  operation: PatchOperation,
  urn: string,
): Patching {
  const { op, value } = operation;
  const { [urn]: _removed, ...others } = resource;
  if (op === 'remove') return others;
  if (!isRecord(value)) throw new ApiError('scimInvalidValue', { reason: `"${urn}" needs an object` });
  const prefixed = Object.fromEntries(Object.entries(value).map(([name, part]) => [`${urn}:${name}`, part]));
  return yield* applyAll(definition, resource, { ...operation, path: null, value: prefixed });
}

function refuseProtected({ attribute, sub }: Place, op: PatchOperation['op']): void {
  const protectedPart = [attribute, sub].find((part) => part?.mutability === 'readOnly');
  if (protectedPart) throw new ApiError('scimMutability', { reason: `"${protectedPart.name}" is read-only` });
  if (op === 'remove' && attribute.required && !sub)
    throw new ApiError('scimMutability', { reason: `"${attribute.name}" is required` });
}

function withChange(resource: ScimObject, { extension, attribute }: Place, change: Change): ScimObject {
  if (extension === null)
    return withValue(resource, attribute.name, changed(attribute, resource[attribute.name], change));
  const held = isRecord(resource[extension]) ? resource[extension] : {};
  const parts = withValue(held, attribute.name, changed(attribute, held[attribute.name], change));
  return withValue(resource, extension, Object.keys(parts).length > 0 ? parts : undefined);
}

function changed(attribute: Attribute, current: unknown, change: Change): unknown {
  if (attribute.multi) return changedList(attribute, (current ?? []) as readonly ScimObject[], change);
  return attribute.type === 'complex'
    ? changedComplex(attribute, isRecord(current) ? current : {}, change)
    : changedSimple(attribute, change);
}

/** The object with a property set, or removed. */
function withValue(object: ScimObject, name: string, value: unknown): ScimObject {
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _removed, ...others } = object;
  return others;
}
