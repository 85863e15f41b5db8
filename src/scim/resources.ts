import type { Connection } from '../dialects/dialect.ts';
import { findGroup, listGroups } from './groups/read.ts';
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './groups/write.ts';
import type { ListParameters, Page } from './list.ts';
import type { ScimRequest } from './request.ts';
import type { Changed, Found } from './resource.ts';
import type { ResourceDefinition, ScimObject } from './schema/attribute.ts';
import { GROUP } from './schema/group.ts';
import { USER } from './schema/user.ts';
import { findUser, listUsers } from './users/read.ts';
import { createUser, deleteUser, patchUser, replaceUser } from './users/write.ts';

/** The operations on one kind of resource. */
export interface Resources {
  readonly definition: ResourceDefinition;
  list(request: ScimRequest, requested: ListParameters): Promise<Page>;
  find(request: ScimRequest, connection: Connection, identifier: string): Promise<Found>;
  create(request: ScimRequest, body: ScimObject, chosen?: string): Promise<Found>;
  replace(request: ScimRequest, changed: Changed, body: ScimObject): Promise<Found>;
  patch(request: ScimRequest, changed: Changed, body: ScimObject): Promise<Found>;
  remove(request: ScimRequest, changed: Changed): Promise<void>;
}

export const USER_RESOURCES: Resources = {
  definition: USER,
  list: listUsers,
  find: findUser,
  create: createUser,
  replace: replaceUser,
  patch: patchUser,
  remove: deleteUser,
};

export const GROUP_RESOURCES: Resources = {
  definition: GROUP,
  list: listGroups,
  find: findGroup,
  create: (request, body, chosen) => createGroup(request, body, chosen),
  replace: replaceGroup,
  patch: patchGroup,
  remove: deleteGroup,
};
