import { inject } from 'vitest';
import type { ServerOptions } from '../../src/config/options.ts';
import { noteFields } from './fields.ts';
import { createTestProject, type TestProject } from './project.ts';
import { type Running, startServer } from './running.ts';

export const ENGINES = ['sqlite', 'mysql', 'postgres'] as const;
type Engine = (typeof ENGINES)[number];

/** Whether an engine is at hand. */
export const isAtHand = (engine: Engine): boolean => inject('engines')[engine] !== undefined;

/** A project with a collection `notes`: a title, a text, and a code that is unique. */
export interface WritingProject {
  readonly server: Running;
  readonly project: TestProject;
  stop(): Promise<void>;
}

export async function notesOn(engine: Engine, changed: Partial<ServerOptions> = {}): Promise<WritingProject> {
  const server = await startServer(changed);
  const project = await createTestProject(server, { ...inject('engines')[engine] });
  const fields = [...noteFields, { field: 'text', type: 'string', datatype: 'TEXT' }];
  const { status, text } = await project.ask('POST', '/collections', { collection: 'notes', fields });
  if (status !== 200) throw new Error(`the collection was not made: ${text}`);
  return {
    server,
    project,
    stop: async () => {
      await project.remove();
      await server.stop();
    },
  };
}

/** A raw request of a project, with headers. */
export function send(
  { server, project }: WritingProject,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(`${server.base}/${project.key}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer tests-admin-token', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
