import type { Attribute } from './attribute.ts';

/** Attributes that every resource has. (RFC 7643, section 3.1.) */
export const COMMON: readonly Attribute[] = [
  {
    name: 'id',
    type: 'string',
    description: 'Identifier given by the service',
    caseExact: true,
    unique: true,
    mutability: 'readOnly',
    returned: 'always',
  },
  { name: 'externalId', type: 'string', description: 'Identifier given by the provisioning client', caseExact: true },
  {
    name: 'meta',
    type: 'complex',
    description: 'What the service knows of the resource itself',
    mutability: 'readOnly',
    sub: [
      {
        name: 'resourceType',
        type: 'string',
        description: 'Kind of resource',
        caseExact: true,
        mutability: 'readOnly',
      },
      { name: 'created', type: 'dateTime', description: 'When it was provisioned', mutability: 'readOnly' },
      { name: 'lastModified', type: 'dateTime', description: 'When it was last provisioned', mutability: 'readOnly' },
      { name: 'location', type: 'reference', description: 'Its address', caseExact: true, mutability: 'readOnly' },
      { name: 'version', type: 'string', description: 'Its entity tag', caseExact: true, mutability: 'readOnly' },
    ],
  },
];

/** A text attribute. */
export function text(name: string, description: string): Attribute {
  return { name, type: 'string', description };
}

/** A list whose entries have a value, a type and a flag for the primary one. (RFC 7643, section 2.4.) */
export function list(name: string, description: string, type: Attribute['type'] = 'string'): Attribute {
  return {
    name,
    type: 'complex',
    description,
    multi: true,
    sub: [
      { name: 'value', type, description: 'The value' },
      text('display', 'The value as people read it'),
      text('type', 'What the value is for, such as work or home'),
      { name: 'primary', type: 'boolean', description: 'Whether this is the preferred value' },
    ],
  };
}
