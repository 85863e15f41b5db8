import { Auth } from './auth.ts';
import { Files } from './files.ts';
import { Items } from './items.ts';
import type { Options, RequestOptions } from './options.ts';
import { type Asked, Transport } from './transport.ts';
import type { CollectionName, Schema, Untyped } from './types/schema.ts';
import { Users } from './users.ts';

export type { Auth, Credentials } from './auth.ts';
export type { Failure } from './error.ts';
export { OctavoError } from './error.ts';
export type { Files } from './files.ts';
export type { Items, Page, Revision } from './items.ts';
export type { Options, RequestOptions } from './options.ts';
export type { Progress } from './progress.ts';
export { etagOf } from './transport.ts';
export type { Filter } from './types/filter.ts';
export type { Aggregates, Group } from './types/groups.ts';
export type { Answer } from './types/row.ts';
export type { Schema, Table, Untyped } from './types/schema.ts';
export type { Create, Item, Key, Patch } from './types/write.ts';
export type { Users } from './users.ts';

/** The items of a system collection, if the schema has it. */
type System<S extends Schema<S>, Name extends string> = Name extends keyof S ? Items<S, Name> : never;

/** The descriptions of collections, fields or relations. */
type Description = Items<Untyped, string>;

/** The paths whose resources are read and written like items. */
const PATHS =
  'roles permissions folders activity revisions settings collection_presets webhooks collections relations'.split(' ');

/** A client of a project, with a member for each kind of resource. */
export class Octavo<S extends Schema<S> = Untyped> {
  declare readonly roles: System<S, 'directus_roles'>;
  declare readonly permissions: System<S, 'directus_permissions'>;
  declare readonly folders: System<S, 'directus_folders'>;
  declare readonly activity: System<S, 'directus_activity'>;
  declare readonly revisions: System<S, 'directus_revisions'>;
  declare readonly settings: System<S, 'directus_settings'>;
  declare readonly collection_presets: System<S, 'directus_collection_presets'>;
  declare readonly webhooks: System<S, 'directus_webhooks'>;
  declare readonly collections: Description;
  declare readonly relations: Description;
  readonly files: 'directus_files' extends keyof S ? Files<S, 'directus_files'> : never;
  readonly users: 'directus_users' extends keyof S ? Users<S, 'directus_users'> : never;
  readonly auth: Auth;
  readonly projects: Projects;
  readonly #transport: Transport;

  /** Creates a client for a project; `url` is its address, such as `https://cms.example.com/demo`. */
  constructor(url: string, options: Options = {}) {
    const transport = new Transport(url, options);
    for (const name of PATHS) (this as Record<string, unknown>)[name] = new Items(transport, `/${name}`);
    this.#transport = transport;
    this.files = new Files(transport) as never;
    this.users = new Users(transport) as never;
    this.auth = new Auth(transport);
    this.projects = new Projects(transport);
  }

  /** The items of a collection. */
  items<C extends CollectionName<S>>(collection: C): Items<S, C & keyof S> {
    return new Items(this.#transport, `/items/${encodeURIComponent(collection)}`);
  }

  /** The descriptions of a collection's fields. */
  fields(collection: CollectionName<S> | (keyof S & string)): Description {
    return new Items(this.#transport, `/fields/${encodeURIComponent(collection)}`);
  }

  /** Information about the project. */
  info(options?: RequestOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.#transport.ask('GET', '/', options);
  }

  /**
   * Sends any other request below the project's address, such as one to an extension. Unknown options become query
   * parameters. `onProgress` is for bodies that are forms.
   */
  request<T = unknown>(
    method: string,
    path: string,
    options?: Asked & Readonly<Record<string, unknown>>,
    body?: unknown,
  ): Promise<T> {
    return this.#transport.ask(method, path, options, body);
  }
}

/** The projects of the server. Their routes need the server's super admin token. */
class Projects {
  readonly #transport: Transport;
  readonly #url: string;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.#url = transport.base.replace(/[^/]*$/, 'server/projects');
  }

  /** The keys of the public projects. */
  list(options?: RequestOptions): Promise<string[]> {
    return this.#transport.ask('GET', this.#url, options);
  }

  /** Creates a project with its first user. */
  create(project: Readonly<Record<string, unknown>>, options?: RequestOptions): Promise<void> {
    return this.#transport.ask('POST', this.#url, options, project);
  }

  /** Deletes a project with everything in it. */
  delete(key: string, superAdminToken: string, options?: RequestOptions): Promise<void> {
    const query = { ...options, super_admin_token: superAdminToken };
    return this.#transport.ask('DELETE', `${this.#url}/${encodeURIComponent(key)}`, query);
  }
}

/** Creates a client for a project; `url` is its address, such as `https://cms.example.com/demo`. */
export function octavo<S extends Schema<S> = Untyped>(url: string, options?: Options): Octavo<S> {
  return new Octavo<S>(url, options);
}
