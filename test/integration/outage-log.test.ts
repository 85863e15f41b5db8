import { pino } from 'pino';
import { expect, it } from 'vitest';
import * as fields from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const REQUESTS = 10;
/** What each engine's driver throws if the database cannot be reached. */
const UNREACHABLE = { code: 'ECONNREFUSED', errcode: 14 };

onEveryEngine('a database that cannot be reached', ({ project, prepare }) => {
  const lines: { readonly msg: string; readonly level: number; readonly err?: unknown }[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  prepare(() => ({ log, server: { responseCache: 0 } }));

  it('is logged once, and each request in one line', async () => {
    await project.write('POST', '/collections', { collection: 'cats', fields: [fields.id, fields.text('name')] });
    const { database } = await project.opened();
    database.transaction = () => Promise.reject(Object.assign(new Error('connect'), UNREACHABLE));
    lines.length = 0;
    for (let count = 0; count < REQUESTS; count++)
      expect((await project.ask('POST', '/items/cats', { name: 'Tom' })).status).toBe(503);
    const errors = lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);
    expect(errors.filter((msg) => msg === 'failure')).toHaveLength(1);
    expect(errors.filter((msg) => msg === 'request')).toHaveLength(REQUESTS);
  });
});
