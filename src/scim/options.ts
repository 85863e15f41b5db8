import type { ProjectConfig } from '../config/project-config.ts';
import { isRecord } from '../shared/is-record.ts';
import { isDigestOf, tokenDigest } from '../shared/token-digest.ts';

/** The section `scim` of a project's configuration. (docs/scim.md.) */
export interface ScimOptions {
  /** The digest of the provisioning token; null if there is none. */
  readonly token: Buffer | null;
  /** The role of users without a group; null for none. */
  readonly role: number | null;
  /** Whether the token may change administrators. */
  readonly administrators: boolean;
}

const MIN_TOKEN = 16;

/** Parses the section of a project; a token that is too short counts as none. */
export function scimOptionsOf({ sections }: ProjectConfig): ScimOptions {
  const { token, role, administrators } = isRecord(sections.scim) ? sections.scim : {};
  return {
    token: typeof token === 'string' && token.length >= MIN_TOKEN ? tokenDigest(token) : null,
    role: typeof role === 'number' ? role : null,
    administrators: administrators === true,
  };
}

/** Whether a text is the token, compared in constant time. */
export function acceptsToken({ token }: ScimOptions, text: string | null): boolean {
  return token !== null && text !== null && isDigestOf(token, text);
}
