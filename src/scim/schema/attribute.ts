/** An attribute of a SCIM resource, in the terms of RFC 7643, section 2; absent properties have their defaults. */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime' | 'binary';
  readonly description: string;
  readonly multi?: true;
  readonly required?: true;
  readonly caseExact?: true;
  readonly unique?: true;
  readonly mutability?: 'readOnly' | 'writeOnly' | 'immutable';
  readonly returned?: 'always' | 'never';
  readonly sub?: readonly Attribute[];
}

export interface ResourceSchema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** A kind of resource: its core schema, and extensions, whose attributes are nested under their URN. */
export interface ResourceDefinition {
  readonly name: 'User' | 'Group';
  readonly endpoint: string;
  readonly core: ResourceSchema;
  readonly extensions: readonly ResourceSchema[];
}

/** A resource or a part of one, by attribute name. */
export type ScimObject = Readonly<Record<string, unknown>>;

/** The attribute with a name, ignoring case; undefined if there is none. (RFC 7643, section 2.1.) */
export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((attribute) => attribute.name.toLowerCase() === wanted);
}

/** The attribute that a name in a request refers to. */
export interface Target {
  /** The extension's URN; null in the core schema. */
  readonly extension: string | null;
  /** Null if the name is that of an entire extension. */
  readonly attribute: Attribute | null;
  readonly sub: Attribute | null;
}

/**
 * Resolves a name like `name.familyName`, with or without the URN of its schema; undefined if the resource has no such
 * attribute. Attributes of extensions may be named without the URN.
 */
export function targetNamed(definition: ResourceDefinition, text: string): Target | undefined {
  const whole = definition.extensions.find(({ id }) => id.toLowerCase() === text.toLowerCase());
  if (whole) return { extension: whole.id, attribute: null, sub: null };
  const core = within(definition.core, null, withoutUrn(definition.core.id, text) ?? text);
  if (core) return core;
  for (const extension of definition.extensions) {
    const found = within(extension, extension.id, withoutUrn(extension.id, text) ?? text);
    if (found) return found;
  }
  return undefined;
}

function withoutUrn(urn: string, text: string): string | undefined {
  return text.toLowerCase().startsWith(`${urn.toLowerCase()}:`) ? text.slice(urn.length + 1) : undefined;
}

function within({ attributes }: ResourceSchema, extension: string | null, text: string): Target | undefined {
  const [name = '', subName, ...more] = text.split('.');
  const attribute = attributeNamed(attributes, name);
  if (!attribute || more.length > 0) return undefined;
  if (subName === undefined) return { extension, attribute, sub: null };
  const sub = attributeNamed(attribute.sub ?? [], subName);
  return sub && { extension, attribute, sub };
}
