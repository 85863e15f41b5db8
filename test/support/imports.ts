import { expect } from 'vitest';
import { endOf, type JobAnswer, makeJob } from './jobs.ts';
import { ADMIN_TOKEN, type Answered, type Payload, type TestProject } from './project.ts';

/** Sends a file to be imported, preceded by the other parts of a form. */
export async function sendFile(
  project: TestProject,
  path: string,
  file: { readonly name?: string; readonly content: string | Uint8Array; readonly job?: Payload },
  token: string = ADMIN_TOKEN,
): Promise<Answered> {
  const form = new FormData();
  if (file.job) form.append('job', JSON.stringify(file.job));
  form.append(
    'file',
    new Blob([typeof file.content === 'string' ? file.content : Buffer.from(file.content)]),
    file.name ?? 'rows.csv',
  );
  const packed = new Response(form);
  const answer = await fetch(`${project.server.base}/${project.key}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': packed.headers.get('content-type') ?? '' },
    body: await packed.arrayBuffer(),
  });
  const text = await answer.text();
  const body = text === '' ? {} : JSON.parse(text);
  return { status: answer.status, text, body } as Answered;
}

/** Uploads a file, and returns the name by which jobs refer to it. */
export async function uploaded(
  project: TestProject,
  collection: string,
  content: string | Uint8Array,
  token: string = ADMIN_TOKEN,
): Promise<string> {
  const { status, text, body } = await sendFile(project, `/jobs/uploads?collection=${collection}`, { content }, token);
  expect(status, text).toBe(200);
  return (body.data as { upload: string }).upload;
}

/** Imports a file, and waits until the job has ended. */
export async function imported(
  project: TestProject,
  content: string | Uint8Array,
  job: Payload & { readonly collection: string },
  token: string = ADMIN_TOKEN,
): Promise<JobAnswer> {
  const upload = await uploaded(project, job.collection, content, token);
  return endOf(project, (await makeJob(project, { kind: 'import', upload, ...job }, token)).id);
}
