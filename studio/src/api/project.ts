import { type Octavo, octavo, type Untyped } from '@octavo/client';
import { type InjectionKey, inject, type ShallowRef } from 'vue';
import type { CollectionRow } from '../model/collection.ts';
import { type PermissionRow, Permissions } from '../model/permissions.ts';
import type { RelationRow } from '../model/relation.ts';
import { type Schema, schemaOf } from '../model/schema.ts';

interface ProjectPicture {
  readonly full_url?: string;
  readonly url?: string;
}

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

export interface Me {
  readonly id: number;
  readonly role: { readonly id: number; readonly name: string };
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly locale: string | null;
  readonly theme: string | null;
  readonly avatar: { readonly id: number; readonly private_hash: string } | null;
  readonly timezone: string | null;
}

/** A project that is open: its client, and what the caller may see of it. */
export interface Project {
  readonly key: string;
  readonly client: Octavo<Untyped>;
  readonly info: ProjectInfo;
  readonly me: Me;
  readonly schema: Schema;
  readonly permissions: Permissions;
}

/** A client of a project on this server. The session is a cookie, which no script can read. */
export const clientOf = (key: string): Octavo<Untyped> =>
  octavo(`${location.origin}/${encodeURIComponent(key)}`, { cookies: true });

/** What the project says of itself before anybody has signed in. */
export async function infoOf(client: Octavo<Untyped>): Promise<ProjectInfo> {
  const { api } = (await client.info()) as { readonly api: ProjectInfo };
  return api;
}

const ME = ['*', 'role.id', 'role.name', 'avatar.id', 'avatar.private_hash'];

/** Opens a project for the caller: five requests at once. Throws OctavoError 401 where nobody is signed in. */
export async function openProject(key: string, language: string): Promise<Project> {
  const client = clientOf(key);
  const [info, me, collections, relations, permissions] = await Promise.all([
    infoOf(client),
    client.request<Me>('GET', '/users/me', { fields: ME.join() }),
    client.request<CollectionRow[]>('GET', '/collections', { limit: -1 }),
    client.request<RelationRow[]>('GET', '/relations', { limit: -1 }),
    client.request<PermissionRow[]>('GET', '/permissions/me'),
  ]);
  const schema = schemaOf(collections, relations, me.locale ?? language);
  return { key, client, info, me, schema, permissions: new Permissions(me.role.id, permissions) };
}

export const projectKey: InjectionKey<ShallowRef<Project>> = Symbol('project');

/** The open project. */
export function useProject(): Project {
  const project = inject(projectKey);
  if (!project) throw new Error('there is no open project above this component');
  return project.value;
}
