import type { Action, Endpoint, Filter } from './types.ts';

/** A hook and the module that defines it. */
export interface Hook<F> {
  readonly run: F;
  readonly file: string;
}

/** The hooks of one module. */
export interface HookModule {
  readonly actions: readonly (readonly [event: string, hook: Hook<Action>])[];
  readonly filters: readonly (readonly [event: string, hook: Hook<Filter>])[];
}

/** The endpoints of one module. */
export interface EndpointModule {
  readonly name: string;
  readonly file: string;
  readonly endpoints: readonly Endpoint[];
}

/** The server-side extensions of a project at one moment. */
export class Extensions {
  readonly #actions = new Map<string, Hook<Action>[]>();
  readonly #filters = new Map<string, Hook<Filter>[]>();
  readonly #endpoints: ReadonlyMap<string, EndpointModule>;

  /** Of endpoint modules with the same name, the last one counts. */
  constructor(hooks: readonly HookModule[], endpoints: readonly EndpointModule[]) {
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
}

function gather<F>(hooks: Map<string, Hook<F>[]>, event: string, hook: Hook<F>): void {
  hooks.set(event, [...(hooks.get(event) ?? []), hook]);
}

function named<F>(hooks: ReadonlyMap<string, Hook<F>[]>, events: readonly string[]): (readonly [string, Hook<F>])[] {
  return events.flatMap((event) => (hooks.get(event) ?? []).map((hook) => [event, hook] as const));
}
