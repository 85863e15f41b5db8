import type { Octavo, Untyped } from '@octavo/client';
import { type InjectionKey, inject, type ShallowRef } from 'vue';
import type { CollectionRow } from '../model/collection.ts';
import { type PermissionRow, Permissions } from '../model/permissions.ts';
import type { RelationRow } from '../model/relation.ts';
import { type Schema, schemaOf } from '../model/schema.ts';
import { clientOf, infoOf, type ProjectInfo } from './info.ts';
import { sendSignedIn } from './session.ts';
import { viewOf } from './view.ts';

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

/** Databases may lack the relation of users to roles: the role is a key then. */
type Caller = Omit<Me, 'role'> & { readonly role: Me['role'] | number | null };

const ME = ['*', 'role.id', 'role.name', 'avatar.id', 'avatar.private_hash'];

/** Opens a project for the caller: five requests at once. Throws OctavoError 401 if nobody is signed in. */
export async function openProject(key: string, language: string): Promise<Project> {
  const client = clientOf(key, sendSignedIn(key));
  const [info, user, collections, relations, permissions] = await Promise.all([
    infoOf(client),
    client.request<Caller>('GET', '/users/me', { fields: ME.join() }),
    client.request<CollectionRow[]>('GET', '/collections', { limit: -1 }),
    client.request<RelationRow[]>('GET', '/relations', { limit: -1 }),
    client.request<PermissionRow[]>('GET', '/permissions/me'),
  ]);
  const me = { ...user, role: roleOf(user, key) };
  const schema = schemaOf(collections, relations, me.locale ?? language);
  return { key, client, info, me, schema, permissions: new Permissions(me.role.id, permissions) };
}

/** The role whose rights apply. Without the right to read roles it has no name, and in a view it is the view's. */
function roleOf({ role }: Caller, key: string): Me['role'] {
  const view = viewOf(key);
  if (view) return { id: view.role, name: '' };
  return typeof role === 'object' && role !== null ? role : { id: Number(role), name: '' };
}

/** Whether somebody is signed in, requested without an error if nobody is. */
export async function isSignedIn(key: string): Promise<boolean> {
  const { authenticated } = await clientOf(key).request<{ authenticated: boolean }>('GET', '/auth/check');
  return authenticated;
}

export const projectKey: InjectionKey<ShallowRef<Project>> = Symbol('project');

/** The open project. */
export function useProject(): Project {
  const project = inject(projectKey);
  if (!project) throw new Error('there is no open project above this component');
  return project.value;
}

export const reopenKey: InjectionKey<() => Promise<void>> = Symbol('reopen');

/** Returns the function that opens the project again, after the caller's name, picture or language has changed. */
export function useReopen(): () => Promise<void> {
  const reopen = inject(reopenKey);
  if (!reopen) throw new Error('there is no open project above this component');
  return reopen;
}
