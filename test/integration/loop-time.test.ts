import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountOf, charge, countLoopTime } from '../../src/shared/loop-time.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const BUSY_MS = 30;
/** A statement that may take long, so that no embedded engine runs it in the server. */
const LONG = {
  text: 'SELECT collection FROM directus_fields',
  parameters: [],
  scans: [{ table: 'directus_fields', weight: 1_000_000_000 }],
};

/** Keeps the event loop busy. */
function work(): void {
  for (const until = performance.now() + BUSY_MS; performance.now() < until; );
}

onEveryEngine('the time of the event loop', ({ project }) => {
  let before: number;
  const charged = (): number => accountOf(project.key).used - before;

  beforeEach(() => {
    countLoopTime(true);
    before = accountOf(project.key).used;
  });
  afterEach(() => countLoopTime(false));

  it('that a transaction takes is charged to its project', async () => {
    const { database } = await project.opened();
    await database.transaction(async (connection) => {
      await connection.all({ text: 'SELECT 1', parameters: [] });
      work();
    });
    expect(charged()).toBeGreaterThanOrEqual(BUSY_MS);
  });

  it('that follows a result from elsewhere is charged to its project', async () => {
    const { database } = await project.opened();
    await database.all(LONG);
    work();
    charge(null);
    expect(charged()).toBeGreaterThanOrEqual(BUSY_MS);
  });
});
