import { expect } from 'vitest';
import { ADMIN_TOKEN, type Payload, type TestProject } from './project.ts';

/** A job as the API returns it. */
export interface JobAnswer {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
  readonly user: number | null;
  readonly input: Payload;
  readonly progress: { readonly done: number; readonly total: number | null; readonly refused: number };
  readonly result: Payload | null;
  readonly error: { readonly code: number | null; readonly message: string } | null;
  readonly refused: readonly { readonly key: string; readonly code: number | null; readonly message: string }[];
  readonly undoable: boolean;
}

/** Creates a job, and expects success. */
export async function makeJob(project: TestProject, body: Payload, token: string = ADMIN_TOKEN): Promise<JobAnswer> {
  const { status, text, body: answer } = await project.ask('POST', '/jobs', body, token);
  expect(status, text).toBe(200);
  return answer.data as JobAnswer;
}

/** Waits until a job has ended. */
export async function endOf(project: TestProject, id: number): Promise<JobAnswer> {
  for (let look = 0; look < 2000; look++) {
    const job = await project.read<JobAnswer>(`/jobs/${id}`);
    if (job.state !== 'waiting' && job.state !== 'running') return job;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`the job ${id} does not end`);
}

/** Creates a job and waits until it is done. */
export async function doJob(project: TestProject, body: Payload, token: string = ADMIN_TOKEN): Promise<JobAnswer> {
  const job = await endOf(project, (await makeJob(project, body, token)).id);
  expect(job).toMatchObject({ state: 'done', error: null });
  return job;
}
