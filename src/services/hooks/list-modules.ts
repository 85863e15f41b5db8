import { relative } from 'node:path';
import type { EndpointModule, Extensions, HookModule, ModuleKind } from '../../extensions/extensions.ts';
import type { Context } from '../../persistence/context.ts';
import { messageOf } from '../../shared/message-of.ts';
import { redacted } from '../../shared/redacted.ts';

/** A module of hooks or endpoints, as administrators see it. */
interface ModuleShown {
  readonly kind: ModuleKind;
  /** Its path below the folder of extensions. */
  readonly file: string;
  readonly actions: readonly string[];
  readonly filters: readonly string[];
  readonly endpoints: readonly { readonly method: string; readonly path: string; readonly access: string }[];
  /** Why it is not in use: an error while it was loaded, or another module with its name. */
  readonly problem: string | null;
  /** Failures since it was loaded. */
  readonly failures: FailuresShown | null;
}

interface FailuresShown {
  readonly times: number;
  readonly on: string;
  readonly event: string;
  readonly message: string;
}

const MAX_LENGTH = 500;
const OVERRIDDEN = 'A module of the project has the same name and is used in its place';
const NOTHING = { actions: [], filters: [], endpoints: [], problem: null, failures: null };

/** Lists the hook and endpoint modules of a project, below `folder`. */
export function listModules({ store }: Context, folder: string): ModuleShown[] {
  const { extensions } = store;
  if (!extensions) return [];
  const { hooks, endpoints, broken } = extensions.modules;
  const shown = [
    ...broken.map(({ kind, file, error }) => ({ ...NOTHING, kind, file, problem: safe(folder, error) })),
    ...hooks.map((module) => ({ ...hooksShown(module), failures: failuresShown(extensions, module.file, folder) })),
    ...endpoints.map((module) => ({
      ...endpointsShown(extensions, module),
      failures: failuresShown(extensions, module.file, folder),
    })),
  ];
  return shown.map((module) => ({ ...module, file: withinFolder(folder, module.file) }));
}

const namesOf = (hooks: HookModule['actions'] | HookModule['filters']): string[] => [
  ...new Set(hooks.map(([event]) => event)),
];

const hooksShown = ({ file, actions, filters }: HookModule): ModuleShown => ({
  ...NOTHING,
  kind: 'hooks',
  file,
  actions: namesOf(actions),
  filters: namesOf(filters),
});

function endpointsShown(extensions: Extensions, module: EndpointModule): ModuleShown {
  const { name, file } = module;
  const endpoints = module.endpoints.flatMap(({ method = 'GET', path, access = 'open' }) =>
    [method].flat().map((each) => ({ method: each, path: `/custom/${name}${path === '/' ? '' : path}`, access })),
  );
  const problem = extensions.endpointsOf(name) === module ? null : OVERRIDDEN;
  return { ...NOTHING, kind: 'endpoints', file, endpoints, problem };
}

function failuresShown(extensions: Extensions, file: string, folder: string): FailuresShown | null {
  const failures = extensions.failuresOf(file);
  if (!failures) return null;
  const { times, on, event, error } = failures;
  return { times, on: on.toISOString(), event, message: safe(folder, error) };
}

const withinFolder = (folder: string, file: string): string => relative(folder, file).replaceAll('\\', '/');

/** The message of an error, without paths on the server and without what looks like a secret. */
function safe(folder: string, error: unknown): string {
  const text = messageOf(error).replaceAll(`${folder}/`, '').replaceAll('file://', '');
  return redacted(text.replace(/(?<![\w.:/])\/(?:[\w.@-]+\/)+/g, '…/'), MAX_LENGTH);
}
