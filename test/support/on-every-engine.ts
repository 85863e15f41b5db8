import type { Logger } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject } from 'vitest';
import type { ServerOptions } from '../../src/config/options.ts';
import type { ClientTimes } from '../../src/http/limits.ts';
import type { EngineAddresses } from './engines.ts';
import { noteFields } from './fields.ts';
import { type Payload, TestProject } from './project.ts';
import { type Running, startServer } from './running.ts';

export type EngineName = keyof EngineAddresses;

/** What a group of tests needs besides a server with the usual options and a project on its engine. */
export interface Needs {
  readonly server?: Partial<ServerOptions>;
  readonly log?: Logger;
  readonly times?: Partial<ClientTimes>;
  /** Further members of the body that creates the project. */
  readonly project?: Payload;
  /** Whether each test gets a project of its own. */
  readonly each?: boolean;
}

/** A server and a project on it, available while hooks and tests run, but not before. */
export interface Harness<E extends EngineName = EngineName> {
  readonly engine: E;
  /** The part of a creation body that selects a project's database. */
  readonly database: Payload;
  readonly server: Running;
  readonly project: TestProject;
  /** Registers a function that runs before the server starts and returns what the tests need. */
  prepare(needs: () => Needs | Promise<Needs>): void;
}

/** Every engine that projects can use. */
export const EVERY_ENGINE: readonly EngineName[] = ['sqlite', 'mysql', 'postgres'];

interface Options {
  /** Per test, in milliseconds. */
  readonly timeout?: number;
}

/** Whether an engine is available. */
export const isAtHand = (engine: EngineName): boolean => inject('engines')[engine] !== undefined;

/** A group of tests on each available engine; within one engine, they share a server and a project. */
export function onEveryEngine(title: string, define: (harness: Harness) => void, options: Options = {}): void {
  onEngines(EVERY_ENGINE, title, define, options);
}

/** The same on some engines. */
export function onEngines<E extends EngineName>(
  engines: readonly E[],
  title: string,
  define: (harness: Harness<E>) => void,
  options: Options = {},
): void {
  for (const engine of engines)
    describe.skipIf(!isAtHand(engine))(`${title} on ${engine}`, options, () => define(harnessOn(engine)));
}

/** A server and a project on an engine, for the tests of the calling file or group. */
export function harnessOn<E extends EngineName>(engine: E): Harness<E> {
  const database: Payload = inject('engines')[engine] ?? {};
  const server = new LateServer();
  const project = new TestProject(server);
  let prepare: () => Needs | Promise<Needs> = () => ({});
  let needs: Needs = {};
  const create = (): Promise<void> => project.create({ ...database, ...needs.project });
  beforeAll(async () => {
    needs = await prepare();
    await server.start(needs);
    if (!needs.each) await create();
  });
  afterAll(async () => {
    await project.remove();
    await server.stop();
  });
  beforeEach(async () => {
    if (needs.each) await create();
  });
  afterEach(async () => {
    if (needs.each) await project.remove();
  });
  return {
    engine,
    database,
    server,
    project,
    prepare: (given) => {
      prepare = given;
    },
  };
}

/** A server that tests can refer to before it runs. */
class LateServer implements Running {
  #running: Running | undefined;

  async start({ server, log, times }: Needs): Promise<void> {
    this.#running = await startServer(server, log, times);
  }

  get base(): string {
    return this.#started.base;
  }

  get data(): string {
    return this.#started.data;
  }

  get app(): Running['app'] {
    return this.#started.app;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  get #started(): Running {
    if (!this.#running) throw new Error('the server does not run yet');
    return this.#running;
  }
}

/** Adds a collection `notes` to a project: a title, a text, and a unique code. */
export async function addNotes(project: TestProject): Promise<void> {
  const fields = [...noteFields, { field: 'text', type: 'string', datatype: 'TEXT' }];
  await project.write('POST', '/collections', { collection: 'notes', fields });
}
