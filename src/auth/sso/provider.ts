/** How a provider's word on who somebody is comes: as OpenID Connect claims, as an answer of plain OAuth 2, or as GitHub's. */
export type ProfileForm = 'claims' | 'userinfo' | 'github';

/** Addresses of a provider of plain OAuth 2, which cannot be asked for them. */
export interface Endpoints {
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
}

/** A provider that people may sign in with, as a project's configuration says. */
export interface Provider {
  readonly name: string;
  /** Who vouches for subjects; for OpenID Connect also where to ask for the rest. */
  readonly issuer: string;
  readonly form: ProfileForm;
  /** Null for OpenID Connect: discovered. */
  readonly endpoints: Endpoints | null;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  readonly clientAuth: string | null;
  readonly scopes: readonly string[];
  /** Takes addresses for verified of which the provider does not say so. */
  readonly trustsEmail: boolean;
  /** The only domain of a Google organisation that may sign in; null: any. */
  readonly hostedDomain: string | null;
  /** Address of a picture for the sign-in page. */
  readonly icon: string | null;
}

/** Who somebody is, in the words of a provider. */
export interface Profile {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider has seen that the address is the person's. */
  readonly verified: boolean;
}
