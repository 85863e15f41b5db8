import type { Action, Endpoint, Filter } from './types.ts';

/** A hook and the module that defines it. */
export interface Hook<F> {
  readonly run: F;
  readonly file: string;
}

/** The hooks of one module. */
export interface HookModule {
  readonly file: string;
  readonly actions: readonly (readonly [event: string, hook: Hook<Action>])[];
  readonly filters: readonly (readonly [event: string, hook: Hook<Filter>])[];
}

/** The endpoints of one module. */
export interface EndpointModule {
  readonly name: string;
  readonly file: string;
  readonly endpoints: readonly Endpoint[];
}

/** A module that cannot be used, and why. */
export interface BrokenModule {
  readonly kind: ModuleKind;
  readonly file: string;
  readonly error: unknown;
}

export type ModuleKind = 'hooks' | 'endpoints';

/** How often functions of a module have failed since it was loaded, and the last time. */
interface Failures {
  readonly times: number;
  readonly on: Date;
  readonly event: string;
  readonly error: unknown;
}

/** The parts that the server-side extensions of a project consist of. */
interface Modules {
  readonly hooks: readonly HookModule[];
  readonly endpoints: readonly EndpointModule[];
  readonly broken: readonly BrokenModule[];
}

/** The server-side extensions of a project at one moment. */
export class Extensions {
  readonly modules: Modules;
  readonly #failures = new Map<string, Failures>();
  readonly #actions = new Map<string, Hook<Action>[]>();
  readonly #filters = new Map<string, Hook<Filter>[]>();
  readonly #endpoints: ReadonlyMap<string, EndpointModule>;

  /** Of endpoint modules with the same name, the last one counts. */
  constructor(modules: Modules) {
    this.modules = modules;
    const { hooks, endpoints } = modules;
    for (const { actions, filters } of hooks) {
      for (const [event, hook] of actions) gather(this.#actions, event, hook);
      for (const [event, hook] of filters) gather(this.#filters, event, hook);
    }
    this.#endpoints = new Map(endpoints.map((module) => [module.name, module]));
  }

  /** The actions of some events, ordered by event and then by module name. */
  actions(events: readonly string[]): readonly (readonly [event: string, hook: Hook<Action>])[] {
    return named(this.#actions, events);
  }

  filters(events: readonly string[]): readonly (readonly [event: string, hook: Hook<Filter>])[] {
    return named(this.#filters, events);
  }

  endpointsOf(name: string): EndpointModule | undefined {
    return this.#endpoints.get(name);
  }

  /** Records that a function of a module has failed at an event. */
  failed(file: string, event: string, error: unknown): void {
    const times = (this.#failures.get(file)?.times ?? 0) + 1;
    this.#failures.set(file, { times, on: new Date(), event, error });
  }

  failuresOf(file: string): Failures | undefined {
    return this.#failures.get(file);
  }
}

function gather<F>(hooks: Map<string, Hook<F>[]>, event: string, hook: Hook<F>): void {
  hooks.set(event, [...(hooks.get(event) ?? []), hook]);
}

function named<F>(hooks: ReadonlyMap<string, Hook<F>[]>, events: readonly string[]): (readonly [string, Hook<F>])[] {
  return events.flatMap((event) => (hooks.get(event) ?? []).map((hook) => [event, hook] as const));
}
