/** An access token and where it was found. */
export interface Credential {
  readonly token: string;
  /** Browsers send cookies automatically, regardless of the page. */
  readonly byCookie: boolean;
  /** Whether it was in the `Authorization` header. */
  readonly inHeader: boolean;
  /** Whether it was a member of the body. */
  readonly inBody: boolean;
}
