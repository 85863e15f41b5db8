import { type Octavo, octavo, type Untyped } from '@octavo/client';
import { sendWithView } from './view.ts';

interface ProjectPicture {
  readonly full_url?: string;
  readonly url?: string;
}

/** What a project tells everybody about itself. */
export interface ProjectInfo {
  readonly project_name: string;
  readonly project_color: string | null;
  readonly project_logo: ProjectPicture | null;
  readonly project_foreground: ProjectPicture | null;
  readonly project_background: ProjectPicture | null;
  readonly project_public_note: string | null;
  readonly default_locale: string | null;
}

/** A client of a project on this server, which sends by `send`. The session is a cookie, which no script can read. */
export const clientOf = (key: string, send: typeof fetch = sendWithView(key)): Octavo<Untyped> =>
  octavo(`${location.origin}/${encodeURIComponent(key)}`, { cookies: true, fetch: send });

/** Reads what the project tells everybody about itself. */
export async function infoOf(client: Octavo<Untyped>): Promise<ProjectInfo> {
  const { api } = (await client.info()) as { readonly api: ProjectInfo };
  return api;
}
