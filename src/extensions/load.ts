import { join } from 'node:path';
import { isRecord } from '../shared/is-record.ts';
import {
  type BrokenModule,
  type EndpointModule,
  Extensions,
  type Hook,
  type HookModule,
  type ModuleKind,
} from './extensions.ts';
import { type ModuleFile, moduleFiles } from './module-files.ts';
import type { Action, Endpoint, Filter } from './types.ts';

/** Where the modules of a project are, and where to report unusable ones. */
export interface ExtensionPlaces {
  /** The folder that contains `custom` and `projects/<key>`. */
  readonly folder: string;
  readonly project: string;
  /** Whether files are watched for changes. */
  readonly watched: boolean;
  broken(file: string, error: unknown): void;
}

/** The modules of a project at a moment; `stamp` changes whenever one of them does. */
interface FoundModules {
  readonly hooks: readonly ModuleFile[];
  readonly endpoints: readonly ModuleFile[];
  readonly stamp: string;
}

/** Finds the modules shared by all projects, then those of this one. */
export async function findModules({ folder, project, watched }: ExtensionPlaces): Promise<FoundModules> {
  const of = async (kind: string): Promise<ModuleFile[]> => {
    const places = [join(folder, 'custom', kind), join(folder, 'projects', project, kind)];
    return (await Promise.all(places.map((place) => moduleFiles(place, watched)))).flat();
  };
  const [hooks, endpoints] = await Promise.all([of('hooks'), of('endpoints')]);
  return { hooks, endpoints, stamp: [...hooks, ...endpoints].map(({ url }) => url).join('\n') };
}

/** Imports modules; null if there are none. An unusable module is reported and skipped. */
export async function importModules(places: ExtensionPlaces, found: FoundModules): Promise<Extensions | null> {
  if (found.stamp === '') return null;
  const broken: BrokenModule[] = [];
  const notingAs = (kind: ModuleKind) => (file: string, error: unknown) => {
    broken.push({ kind, file, error });
    places.broken(file, error);
  };
  const hooks = await imported(notingAs('hooks'), found.hooks, toHooks);
  const endpoints = await imported(notingAs('endpoints'), found.endpoints, toEndpoints);
  return new Extensions({ hooks, endpoints, broken });
}

async function imported<T>(
  broken: ExtensionPlaces['broken'],
  files: readonly ModuleFile[],
  understand: (module: Readonly<Record<string, unknown>>, file: ModuleFile) => T,
): Promise<T[]> {
  const modules: T[] = [];
  for (const file of files) {
    try {
      modules.push(understand((await import(file.url)) as Readonly<Record<string, unknown>>, file));
    } catch (error) {
      broken(file.path, error);
    }
  }
  return modules;
}

function toHooks({ actions, filters }: Readonly<Record<string, unknown>>, { path }: ModuleFile): HookModule {
  if (actions === undefined && filters === undefined) throw new Error('exports neither "actions" nor "filters"');
  return {
    file: path,
    actions: functionsOf<Action>('actions', actions, path),
    filters: functionsOf<Filter>('filters', filters, path),
  };
}

function functionsOf<F>(name: string, given: unknown, file: string): [event: string, hook: Hook<F>][] {
  if (given === undefined) return [];
  if (!isRecord(given)) throw new Error(`"${name}" must be an object of functions by the names of events`);
  return Object.entries(given).flatMap(([event, functions]) =>
    (Array.isArray(functions) ? functions : [functions]).map((run): [string, Hook<F>] => {
      if (typeof run !== 'function') throw new Error(`"${name}" holds no function for "${event}"`);
      return [event, { run: run as F, file }];
    }),
  );
}

function toEndpoints({ endpoints }: Readonly<Record<string, unknown>>, { name, path }: ModuleFile): EndpointModule {
  if (!Array.isArray(endpoints) || !endpoints.every(isEndpoint))
    throw new Error('"endpoints" must be a list of objects with a path that begins with "/" and a handler');
  return { name, file: path, endpoints };
}

function isEndpoint(value: unknown): value is Endpoint {
  if (!isRecord(value) || typeof value.handler !== 'function') return false;
  return typeof value.path === 'string' && value.path.startsWith('/');
}
