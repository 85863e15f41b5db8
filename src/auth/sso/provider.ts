/** How a provider identifies a person: OpenID Connect claims, a plain OAuth 2 user endpoint, or GitHub's API. */
export type ProfileForm = 'claims' | 'userinfo' | 'github';

/** Endpoints of a plain OAuth 2 provider, which has no discovery. */
export interface Endpoints {
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
}

/** A configured provider. */
export interface Provider {
  readonly name: string;
  /** The issuer of subjects; for OpenID Connect also the discovery URL. */
  readonly issuer: string;
  readonly form: ProfileForm;
  /** Null for OpenID Connect, which has discovery. */
  readonly endpoints: Endpoints | null;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  readonly clientAuth: string | null;
  readonly scopes: readonly string[];
  /** Treats addresses as verified even if the provider does not say so. */
  readonly trustsEmail: boolean;
  /** The only Google Workspace domain that may sign in; null for any. */
  readonly hostedDomain: string | null;
  /** URL of a picture for the sign-in page. */
  readonly icon: string | null;
}

/** The identity of a person according to a provider. */
export interface Profile {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider has verified that the address belongs to the person. */
  readonly verified: boolean;
}
