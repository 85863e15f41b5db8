import type { Asking } from './api-keys.ts';
import { answered, type Payload, type TestProject } from './project.ts';
import { dataOf } from './signing-in.ts';

/** A view as the response to its creation shows it. */
export interface Begun {
  readonly view: string;
  readonly user: number | null;
  readonly role: number;
  readonly expires_on: string;
}

/** Begins a view as the administrator. */
export async function begin(project: TestProject, viewed: Payload): Promise<Begun> {
  return dataOf<Begun>(await project.ask('POST', '/auth/view-as', viewed));
}

/** Sends requests as the administrator who sees the project as somebody else. */
export async function viewing(project: TestProject, viewed: Payload): Promise<Asking> {
  return through(project, (await begin(project, viewed)).view);
}

/** Sends requests with a view in the header, with the administrator's token unless another is given. */
export function through(project: TestProject, view: string, headers: Readonly<Record<string, string>> = {}): Asking {
  return async (method, path, body) => {
    const answer = await project.fetch(method, path, body, { 'Octavo-View-As': view, ...headers });
    return answered(answer.status, await answer.text());
  };
}
