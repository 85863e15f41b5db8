import { vi } from 'vitest';
import { type Caller, SYSTEM } from '../../src/permissions/caller.ts';
import { type Context, serverContext } from '../../src/persistence/context.ts';
import type { Job } from '../../src/persistence/jobs/job.ts';
import { findJob, jobRows } from '../../src/persistence/jobs/job-rows.ts';
import { Lease } from '../../src/persistence/jobs/lease.ts';
import { openRegistry } from '../../src/projects/open-registry.ts';
import type { Project } from '../../src/projects/project.ts';
import { createJob } from '../../src/services/jobs/create.ts';
import { workOn } from '../../src/services/jobs/work.ts';
import { yieldToEventLoop } from '../../src/shared/yield-to-event-loop.ts';
import type { Payload, TestProject } from './project.ts';

/** A second process of a project, which works on jobs step by step without the server's knowledge. */
export class HandWorked {
  readonly project: Project;
  readonly close: () => Promise<void>;

  private constructor(project: Project, close: () => Promise<void>) {
    this.project = project;
    this.close = close;
  }

  static async open({ server, key }: TestProject): Promise<HandWorked> {
    const registry = openRegistry(server.data);
    const project = await registry.find(key);
    if (!project) throw new Error(`there is no project ${key}`);
    return new HandWorked(project, () => registry.closeAll());
  }

  context(caller: Caller = SYSTEM): Context {
    return { ...serverContext(this.project), caller };
  }

  async make(body: Payload, caller?: Caller): Promise<number> {
    await this.project.refresh();
    return (await createJob(this.context(caller), body)).id;
  }

  /** Makes the server write something, and waits until this process has noticed. */
  async noticing(write: () => Promise<unknown>): Promise<void> {
    const { catalog } = this.project;
    await write();
    await vi.waitFor(
      async () => {
        await this.project.refresh();
        if (this.project.catalog === catalog) throw new Error('the catalogue has not changed');
      },
      { timeout: 10_000, interval: 20 },
    );
  }

  async job(id: number): Promise<Job> {
    const job = await findJob(this.project, this.project.database, id);
    if (!job) throw new Error(`there is no job ${id}`);
    return job;
  }

  async take(id: number): Promise<Lease | null> {
    return Lease.take(this.project, await this.job(id), Date.now());
  }

  /** Works on a job, calling `between` after each step. Returns the job as it is then. */
  async work(id: number, between: (steps: number) => Promise<void> = async () => {}): Promise<Job> {
    const lease = await this.take(id);
    if (!lease) throw new Error(`somebody else works on the job ${id}`);
    await this.workWith(lease, between);
    return this.job(id);
  }

  async workWith(lease: Lease, between: (steps: number) => Promise<void>, signal?: AbortSignal): Promise<void> {
    let steps = 0;
    await workOn(this.project, lease, {
      turn: (step) => step(),
      pause: async () => {
        await between(++steps);
        await yieldToEventLoop();
      },
      signal: signal ?? new AbortController().signal,
      pace: { stepMs: 0, most: 8 },
    });
  }

  /** Makes a job due now, as if its server had been silent for a minute. */
  expire(id: number): Promise<void> {
    return this.postpone(id, -1);
  }

  /** Makes a job due after some time. */
  async postpone(id: number, ms: number): Promise<void> {
    await jobRows(this.project).update(this.project.database, [['id', '=', id]], { due_at: Date.now() + ms });
  }
}

/** Does some steps of a job and then falls silent, as a killed process does. */
export async function giveUp(worker: HandWorked, lease: Lease, steps: number): Promise<void> {
  await new Promise<void>((silent) => {
    const between = (done: number): Promise<void> => {
      if (done < steps) return Promise.resolve();
      silent();
      return new Promise(() => {});
    };
    void worker.workWith(lease, between).then(silent);
  });
}
