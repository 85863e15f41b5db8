import type { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';

const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** What an error is called by RFC 7644, section 3.12. */
const TYPES: Readonly<Partial<Record<ErrorName, string>>> = {
  scimInvalidFilter: 'invalidFilter',
  scimInvalidPath: 'invalidPath',
  scimInvalidValue: 'invalidValue',
  scimInvalidSyntax: 'invalidSyntax',
  scimNoTarget: 'noTarget',
  scimMutability: 'mutability',
  invalidPayload: 'invalidSyntax',
  duplicateItem: 'uniqueness',
};
/** By the specification these keep the envelope of all other errors. */
const PLAIN: ReadonlySet<ErrorName> = new Set(['invalidPayload', 'payloadTooLarge']);
/** By the RFCs the roles of the installation are forbidden to delete, not a matter of signing in. */
const FORBIDDEN: ReadonlySet<ErrorName> = new Set(['roleProtected']);

export interface ScimFailure {
  readonly status: number;
  readonly body: object;
}

/** The answer to a failure: by the RFCs, or as the specification and the recordings of clients have it. */
export function scimFailure(error: ApiError, standard: boolean): ScimFailure {
  const { kind, message, code } = error;
  if (!standard && PLAIN.has(kind)) return { status: error.status, body: { error: { code, message } } };
  const status = standard ? standardStatus(error) : specifiedStatus(error);
  const scimType = standard ? (TYPES[kind] ?? (error.status === 422 ? 'invalidValue' : undefined)) : undefined;
  const body = {
    schemas: [ERROR_URN],
    ...(scimType !== undefined && { scimType }),
    status: String(status),
    detail: message,
  };
  return { status, body };
}

function standardStatus({ kind, status }: ApiError): number {
  if (FORBIDDEN.has(kind)) return 403;
  return status === 422 ? 400 : status;
}

function specifiedStatus({ kind, status }: ApiError): number {
  return kind === 'scimInvalidFilter' ? 422 : status;
}
