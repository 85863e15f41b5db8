import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountOf, charge, shareLoop } from '../../src/shared/loop-time.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const BUSY_MS = 30;
const SHORT = { text: 'SELECT collection FROM directus_fields', parameters: [] };
/** A statement that may take long, so no embedded engine runs it in the server process. */
const LONG = {
  ...SHORT,
  scans: [{ table: 'directus_fields', weight: 1_000_000_000 }],
};

/** Keeps the event loop busy. */
function work(): void {
  for (const until = performance.now() + BUSY_MS; performance.now() < until; );
}

onEveryEngine('event-loop time', ({ project }) => {
  let before: number;
  const charged = (): number => accountOf(project.key).used - before;

  beforeEach(() => {
    shareLoop(60_000);
    before = accountOf(project.key).used;
  });
  afterEach(() => shareLoop(Number.NEGATIVE_INFINITY));

  it('of a transaction is charged to its project', async () => {
    const { database } = await project.opened();
    await database.transaction(async (connection) => {
      await connection.all({ text: 'SELECT 1', parameters: [] });
      work();
    });
    expect(charged()).toBeGreaterThanOrEqual(BUSY_MS);
  });

  it('that follows a result from another thread or process is charged to its project', async () => {
    const { database } = await project.opened();
    await database.all(LONG);
    work();
    charge(null);
    expect(charged()).toBeGreaterThanOrEqual(BUSY_MS);
  });

  it.each([
    ['short', SHORT],
    ['long', LONG],
  ])('that follows the rows of a %s stream is charged to its project', async (_, statement) => {
    const { database } = await project.opened();
    let chunks = 0;
    for await (const rows of database.chunks(statement, 20)) {
      expect(rows).toHaveLength(20);
      if (++chunks > 1) work();
      if (chunks === 3) break;
    }
    charge(null);
    expect(charged()).toBeGreaterThanOrEqual(2 * BUSY_MS);
  });
});
