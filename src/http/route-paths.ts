import type { Route } from './route.ts';

/** The routes of a server, grouped by how their project is found. */
export interface RouteTables {
  /** Routes without a project. */
  readonly server: readonly Route[];
  /** Routes whose project is named by token, query or header. */
  readonly named: readonly Route[];
  /** Routes below `/:project`. */
  readonly project: readonly Route[];
}

/** What the first part of a path means, given the existing routes. */
export class RoutePaths {
  readonly #server: ReadonlySet<string>;
  readonly #named: ReadonlySet<string>;
  /** First parts of the paths below a project. */
  readonly belowProject: readonly string[];

  constructor({ server, named, project }: RouteTables) {
    this.#server = firstParts(server);
    this.#named = firstParts(named);
    this.belowProject = [...firstParts(project)].filter((part) => part !== '').sort();
  }

  /** Whether a path belongs to the server and not to a project. */
  isServers(url: string): boolean {
    return this.#server.has(firstPart(url)) || this.isNamed(firstPart(url));
  }

  /** Whether the first part of a path belongs to routes whose project is named outside the path. */
  isNamed(first: string): boolean {
    return this.#named.has(first);
  }

  /** Whether a path is one of those that manage the server itself. */
  isManagement(url: string): boolean {
    const first = firstPart(url);
    return first !== '' && this.#server.has(first);
  }
}

const firstParts = (routes: readonly Route[]): ReadonlySet<string> =>
  new Set(routes.map(({ path }) => firstPart(path)));

/** The first part of a path, which begins with a slash. */
export function firstPart(url: string): string {
  const slash = url.indexOf('/', 1);
  const part = slash < 0 ? url.slice(1) : url.slice(1, slash);
  const mark = part.indexOf('?');
  return mark < 0 ? part : part.slice(0, mark);
}
