import { type Octavo, octavo, type Untyped } from '@octavo/client';
import { sendWithView } from './view.ts';

interface ProjectPicture {
  readonly full_url?: string;
  readonly url?: string;
}

/** The database systems that a project can be on. */
export type Engine = 'sqlite' | 'mysql' | 'postgres';

/** What a project says of itself to everybody. */
export interface ProjectInfo {
  readonly project_name: string;
  readonly project_color: string | null;
  readonly project_logo: ProjectPicture | null;
  readonly project_foreground: ProjectPicture | null;
  readonly project_background: ProjectPicture | null;
  readonly project_public_note: string | null;
  readonly default_locale: string | null;
}

/** What it says to people who have signed in. */
export interface OpenProjectInfo extends ProjectInfo {
  readonly database: Engine;
}

/** A client of a project on this server, which sends by `send`. The session is a cookie, which no script can read. */
export const clientOf = (key: string, send: typeof fetch = sendWithView(key)): Octavo<Untyped> =>
  octavo(`${location.origin}/${encodeURIComponent(key)}`, { cookies: true, fetch: send });

/** What the project says of itself: to callers who have not signed in, less than the whole. (Contract, V-10 to V-15.) */
export async function infoOf<Info extends ProjectInfo = ProjectInfo>(client: Octavo<Untyped>): Promise<Info> {
  const { api } = (await client.info()) as { readonly api: Info };
  return api;
}
