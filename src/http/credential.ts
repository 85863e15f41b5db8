/** An access token and where it was found. */
export interface Credential {
  readonly token: string;
  /** Browsers send cookies automatically, regardless of the page. */
  readonly byCookie: boolean;
  /** Whether it was in the `Authorization` header. */
  readonly inHeader: boolean;
}

/** Whether the member `access_token` of a body is a token, or null for no token. (Contract, A-1 and A-2.) */
export const isTokenMember = (value: unknown): boolean => typeof value === 'string' || value === null;
