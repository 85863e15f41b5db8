import type { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';

const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The names of errors in RFC 7644, section 3.12. */
const TYPES: Readonly<Partial<Record<ErrorName, string>>> = {
  scimInvalidFilter: 'invalidFilter',
  scimInvalidPath: 'invalidPath',
  scimInvalidValue: 'invalidValue',
  scimInvalidSyntax: 'invalidSyntax',
  scimNoTarget: 'noTarget',
  scimMutability: 'mutability',
  duplicateItem: 'uniqueness',
};
/** The code for unusable bodies. */
const BODY = 13;
/** SCIM uses 400 where the rest of the service uses this status. */
const UNPROCESSABLE = 422;
/** Values that cannot be used, which have the status of all others for clients of Directus 8. (Contract, C-16.) */
const UNUSABLE: ReadonlySet<ErrorName> = new Set([
  'scimInvalidFilter',
  'scimInvalidPath',
  'scimInvalidValue',
  'scimNoTarget',
  'scimMutability',
]);
/** By the RFCs, deleting a role of the installation is forbidden, not an authentication error. */
const FORBIDDEN: ReadonlySet<ErrorName> = new Set(['roleProtected']);

interface ScimFailure {
  readonly status: number;
  readonly body: object;
}

/** The response to a failure: by the RFCs, or as clients of Directus 8 expect it. (Contract, C-10, C-17 and C-50.) */
export function scimFailure(error: ApiError, standard: boolean): ScimFailure {
  const { message, code, entry } = error;
  if (!standard && (code === BODY || entry === 'notFound'))
    return { status: error.status, body: { error: { code, message } } };
  const status = standard ? standardStatus(error) : specifiedStatus(error);
  const scimType = standard ? typeOf(error) : undefined;
  const body = {
    schemas: [ERROR_URN],
    ...(scimType !== undefined && { scimType }),
    status: String(status),
    detail: message,
  };
  return { status, body };
}

function typeOf({ entry, code, status }: ApiError): string | undefined {
  if (code === BODY && status === 400) return 'invalidSyntax';
  return TYPES[entry] ?? (status === UNPROCESSABLE ? 'invalidValue' : undefined);
}

function standardStatus({ entry, status }: ApiError): number {
  if (FORBIDDEN.has(entry)) return 403;
  return status === UNPROCESSABLE ? 400 : status;
}

function specifiedStatus({ entry, status }: ApiError): number {
  return UNUSABLE.has(entry) ? UNPROCESSABLE : status;
}
