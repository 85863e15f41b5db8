import type { ResourceDefinition, ResourceSchema } from './attribute.ts';
import { COMMON, list, text } from './common.ts';

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** RFC 7643, section 4.1. */
const core: ResourceSchema = {
  id: USER_URN,
  name: 'User',
  description: 'User Account',
  attributes: [
    ...COMMON,
    {
      ...text('userName', 'Name to sign in with; the e-mail address unless set otherwise'),
      required: true,
      unique: true,
    },
    {
      name: 'name',
      type: 'complex',
      description: 'Parts of the name',
      sub: [
        text('formatted', 'The whole name'),
        text('familyName', 'Family name'),
        text('givenName', 'Given name'),
        text('middleName', 'Middle names'),
        text('honorificPrefix', 'Title before the name'),
        text('honorificSuffix', 'Suffix behind the name'),
      ],
    },
    text('displayName', 'Name to show'),
    text('nickName', 'Casual name'),
    { ...text('profileUrl', 'Address of a profile'), type: 'reference' },
    text('title', 'Position, such as Vice President'),
    text('userType', 'Relation to the organisation'),
    text('preferredLanguage', 'Preferred written or spoken language'),
    text('locale', 'Locale for dates and numbers'),
    text('timezone', 'Time zone, such as Europe/London'),
    { name: 'active', type: 'boolean', description: 'Whether the user may sign in' },
    { ...text('password', 'Password in clear; stored as a hash'), mutability: 'writeOnly', returned: 'never' },
    list('emails', 'E-mail addresses'),
    list('phoneNumbers', 'Telephone numbers'),
    list('ims', 'Addresses for instant messages'),
    list('photos', 'Addresses of photos', 'reference'),
    {
      name: 'addresses',
      type: 'complex',
      description: 'Postal addresses',
      multi: true,
      sub: [
        text('formatted', 'The whole address'),
        text('streetAddress', 'Street'),
        text('locality', 'City'),
        text('region', 'State or region'),
        text('postalCode', 'Postal code'),
        text('country', 'Country'),
        text('type', 'What the address is for'),
        { name: 'primary', type: 'boolean', description: 'Whether this is the preferred address' },
      ],
    },
    {
      name: 'groups',
      type: 'complex',
      description: 'The role of the user',
      multi: true,
      mutability: 'readOnly',
      sub: [
        { ...text('value', 'Identifier of the group'), caseExact: true, mutability: 'readOnly' },
        { ...text('$ref', 'Address of the group'), type: 'reference', mutability: 'readOnly' },
        { ...text('display', 'Name of the group'), mutability: 'readOnly' },
        { ...text('type', 'How the user belongs to it'), mutability: 'readOnly' },
      ],
    },
    list('entitlements', 'Entitlements'),
    list('roles', 'Roles as the provider knows them'),
    list('x509Certificates', 'Certificates', 'binary'),
  ],
};

/** RFC 7643, section 4.3. */
const enterprise: ResourceSchema = {
  id: ENTERPRISE_URN,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    text('employeeNumber', 'Number of the employee'),
    text('costCenter', 'Cost center'),
    text('organization', 'Organization'),
    text('division', 'Division'),
    text('department', 'Department'),
    {
      name: 'manager',
      type: 'complex',
      description: 'Who the user reports to',
      sub: [
        { ...text('value', 'Identifier of the manager'), caseExact: true },
        { ...text('$ref', 'Address of the manager'), type: 'reference', mutability: 'readOnly' },
        { ...text('displayName', 'Name of the manager'), mutability: 'readOnly' },
      ],
    },
  ],
};

/** Users: `directus_users`, and the attributes that it has no columns for. */
export const USER: ResourceDefinition = { name: 'User', endpoint: '/Users', core, extensions: [enterprise] };
