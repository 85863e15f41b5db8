import type { ResourceDefinition } from './attribute.ts';
import { COMMON, text } from './common.ts';

export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Groups: the roles of a project. (RFC 7643, section 4.2.) */
export const GROUP: ResourceDefinition = {
  name: 'Group',
  endpoint: '/Groups',
  core: {
    id: GROUP_URN,
    name: 'Group',
    description: 'Group',
    attributes: [
      ...COMMON,
      { ...text('displayName', 'Name of the group'), required: true, unique: true },
      {
        name: 'members',
        type: 'complex',
        description: 'Users of the group; a user is in one group at a time',
        multi: true,
        sub: [
          { ...text('value', 'Identifier of the user'), caseExact: true, mutability: 'immutable' },
          { ...text('$ref', 'Address of the user'), type: 'reference', mutability: 'immutable' },
          { ...text('display', 'Name of the user'), mutability: 'immutable' },
          { ...text('type', 'Kind of member: User'), mutability: 'immutable' },
        ],
      },
    ],
  },
  extensions: [],
};
