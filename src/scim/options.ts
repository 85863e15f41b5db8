import type { ProjectConfig } from '../config/project-config.ts';
import { isRecord } from '../shared/is-record.ts';
import { isDigestOf, tokenDigest } from '../shared/token-digest.ts';

/** The section `scim` of a project's configuration. (docs/scim.md.) */
export interface ScimOptions {
  /** Digest of the token that may provision and nothing else; null where there is none. */
  readonly token: Buffer | null;
  /** The role of users who are in no group; null for none. */
  readonly role: number | null;
  /** Whether the token may touch administrators. */
  readonly administrators: boolean;
}

const MIN_TOKEN = 16;

/** The section of a project; a token that is too short to be safe counts as none. */
export function scimOptionsOf({ sections }: ProjectConfig): ScimOptions {
  const { token, role, administrators } = isRecord(sections.scim) ? sections.scim : {};
  return {
    token: typeof token === 'string' && token.length >= MIN_TOKEN ? tokenDigest(token) : null,
    role: typeof role === 'number' ? role : null,
    administrators: administrators === true,
  };
}

/** Whether a text is the token; takes the same time for every text. */
export function acceptsToken({ token }: ScimOptions, text: string | null): boolean {
  return token !== null && text !== null && isDigestOf(token, text);
}
