import { key, nullable } from '../../wire/members.ts';
import type { Build, Shape, Shapes } from '../../wire/shape.ts';
import type { HandledBody, Wire, WireAnswer } from '../../wire/wire.ts';

const TYPE = 'application/scim+json';

/** Shared by clients that provision users and by clients of Directus 8. (RFC 7644; Contract, C-1 to C-6.) */
const COMMON = {
  tags: ['scim'],
  // A service provider ignores unknown parameters. (RFC 7644, section 3.4.2.)
  anyQuery: true,
  failure: {
    type: TYPE,
    shape: (t) =>
      t.Object({
        schemas: t.Array(t.String()),
        scimType: t.Optional(t.String()),
        status: t.String(),
        detail: t.String(),
      }),
  },
} as const satisfies Omit<Wire, 'summary' | 'answers' | 'errors'>;

const text =
  (description: string): Shape =>
  (t) =>
    t.String({ description });

/** The attributes of a resource that a client requests. */
const projection = {
  attributes: text('The attributes to answer, separated by commas'),
  excludedAttributes: text('The attributes to leave out, separated by commas'),
} as const satisfies Shapes;

const listed = {
  startIndex: (t) => t.Integer({ description: 'The place of the first resource, counted from 1' }),
  count: (t) => t.Integer({ description: 'The most resources to answer' }),
  filter: text('A filter: userName eq "erin@example.com"'),
  sortBy: text('The attribute to sort by'),
  sortOrder: (t) => t.Union([t.Literal('ascending'), t.Literal('descending')]),
  ...projection,
} as const satisfies Shapes;

/** The names of the parameters of lists. */
export const listParameters = Object.keys(listed) as (keyof typeof listed)[];

const resource = (t: Build) => t.Object({ schemas: t.Optional(t.Array(t.String())) }, { additionalProperties: true });

const anObject = (t: Build) => t.Object({}, { additionalProperties: true });

const list = (t: Build) =>
  t.Object({
    schemas: t.Array(t.String()),
    startIndex: t.Optional(t.Integer()),
    itemsPerPage: t.Optional(t.Integer()),
    totalResults: t.Integer(),
    Resources: t.Array(resource(t)),
  });

const patch = (t: Build) =>
  t.Object({
    schemas: t.Optional(t.Array(t.String())),
    Operations: t.Array(
      t.Object({ op: t.String(), path: t.Optional(nullable(t, t.String())), value: t.Optional(t.Unknown()) }),
    ),
  });

const bulkRequest = (t: Build) =>
  t.Object({
    schemas: t.Optional(t.Array(t.String())),
    failOnErrors: t.Optional(t.Integer()),
    Operations: t.Array(
      t.Object({
        method: t.String(),
        path: t.String(),
        bulkId: t.Optional(t.String()),
        version: t.Optional(t.String()),
        data: t.Optional(t.Unknown()),
      }),
    ),
  });

const body = (shape: Shape): HandledBody => ({
  check: 'handler',
  types: [TYPE, 'application/json'],
  reason: 'SCIM has rules of its own for what is ignored and what is refused, and errors of its own',
  shape,
});

const document = (status: number, shape: Shape): WireAnswer => ({ kind: 'document', status, type: TYPE, shape });

const id = key('The identifier of the resource');
const ERRORS = ['unauthorized'] as const;
const WRITE_ERRORS = [
  ...ERRORS,
  'bodyMissing',
  'invalidPayload',
  'scimInvalidValue',
  'scimInvalidSyntax',
  'scimMutability',
  'scimAdministrators',
  'duplicateItem',
] as const;
const CHANGE_ERRORS = [
  ...WRITE_ERRORS,
  'itemNotFound',
  'scimVersionMismatch',
  'scimInvalidPath',
  'scimNoTarget',
] as const;

/** A resource and its path: `{ noun: 'user', path: { id } }`. */
interface Subject {
  readonly noun: string;
  readonly path?: Shapes;
}

const discovery = (summary: string, path?: Shapes): Wire => ({
  ...COMMON,
  summary,
  ...(path && { path }),
  answers: [document(200, anObject)],
  errors: [...ERRORS, 'itemNotFound'],
});

const listOf = ({ noun }: Subject): Wire => ({
  ...COMMON,
  summary: `List ${noun}s`,
  query: listed,
  answers: [document(200, list)],
  errors: [...ERRORS, 'readDenied', 'scimInvalidFilter', 'scimInvalidValue'],
});

const search = ({ noun }: Subject): Wire => ({
  ...COMMON,
  summary: `List ${noun}s by a search in the body`,
  body: body(anObject),
  answers: [document(200, list)],
  errors: [...ERRORS, 'bodyMissing', 'invalidPayload', 'readDenied', 'scimInvalidFilter', 'scimInvalidValue'],
});

const create = ({ noun, path }: Subject): Wire => ({
  ...COMMON,
  summary: `Create a ${noun}`,
  ...(path && { path }),
  query: projection,
  body: body(resource),
  answers: [document(201, resource)],
  errors: [...WRITE_ERRORS, 'createDenied'],
});

const read = ({ noun, path }: Subject): Wire => ({
  ...COMMON,
  summary: `Read a ${noun}`,
  ...(path && { path }),
  query: projection,
  answers: [document(200, resource)],
  errors: [...ERRORS, 'readDenied', 'itemNotFound'],
});

const replace = ({ noun, path }: Subject): Wire => ({
  ...COMMON,
  summary: `Replace a ${noun}`,
  ...(path && { path }),
  query: projection,
  body: body(resource),
  answers: [document(200, resource)],
  errors: [...CHANGE_ERRORS, 'updateDenied'],
});

const change = ({ noun, path }: Subject): Wire => ({
  ...COMMON,
  summary: `Change a ${noun}`,
  ...(path && { path }),
  query: projection,
  body: body(patch),
  answers: [document(200, resource)],
  errors: [...CHANGE_ERRORS, 'updateDenied'],
});

const remove = ({ noun, path }: Subject): Wire => ({
  ...COMMON,
  summary: `Delete a ${noun}`,
  ...(path && { path }),
  answers: [{ kind: 'document', status: 204, type: TYPE }],
  errors: [...ERRORS, 'deleteDenied', 'itemNotFound', 'scimVersionMismatch', 'scimAdministrators', 'roleProtected'],
});

const bulk: Wire = {
  ...COMMON,
  summary: 'Carry out several operations',
  body: body(bulkRequest),
  answers: [document(200, anObject)],
  errors: [...ERRORS, 'bodyMissing', 'invalidPayload', 'payloadTooLarge', 'scimTooMany', 'scimInvalidSyntax'],
};

/** Provisioning by identity providers. */
export const scimWire = { id, discovery, listOf, search, create, read, replace, change, remove, bulk };
