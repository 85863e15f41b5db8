import { expect } from 'vitest';
import { serverContext } from '../../src/persistence/context.ts';
import { scheduleRows } from '../../src/persistence/schedules.ts';
import { schedules } from '../../src/schema/internal/schedules.ts';
import { ADMIN_TOKEN, type Payload, type TestProject } from './project.ts';

/** A schedule as the API returns it. */
export interface ScheduleAnswer {
  readonly id: number;
  readonly item: string;
  readonly state: string;
  readonly user: number;
  readonly error: { readonly code: number | null; readonly message: string } | null;
}

/** A timestamp this many seconds from now. */
export const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** Schedules a change of an item in an hour, and expects success. */
export async function schedule(
  project: TestProject,
  wanted: Payload,
  token: string = ADMIN_TOKEN,
): Promise<ScheduleAnswer> {
  const body = { collection: 'posts', action: 'publish', status: 'done', at: inSeconds(3600), ...wanted };
  const { status, text, body: answer } = await project.ask('POST', '/schedules', body, token);
  expect(status, text).toBe(200);
  return answer.data as ScheduleAnswer;
}

/** Makes an hour pass, so that everything scheduled becomes due, and is attempted. */
export async function makeDue(project: TestProject): Promise<void> {
  const opened = await project.opened();
  await scheduleRows(opened).update(opened.database, [['state', '=', 'waiting']], { due_at: 1 });
  await opened.committed(serverContext(opened), [{ kind: 'rows', collection: schedules.name }]);
  await opened.workSettled(20_000);
}
