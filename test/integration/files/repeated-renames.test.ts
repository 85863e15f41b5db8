import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';
import { dataOf } from '../../support/signing-in.ts';

const NAMES = ['one.txt', 'two.txt'];

/** What each engine reports if the transactions of two servers conflict. */
const CONFLICTS: Readonly<Record<EngineName, object>> = {
  sqlite: { errcode: 5 },
  mysql: { errno: 1213, code: 'ER_LOCK_DEADLOCK', sqlState: '40001' },
  postgres: { code: '40001', severity: 'ERROR' },
};

onEveryEngine('a change of files that is retried after a conflict', ({ engine, server, project }) => {
  it('renames them, and leaves no other objects', async () => {
    const sent = NAMES.map((name) => ({ data: 'SGVsbG8=', filename_disk: name }));
    const ids: number[] = [];
    for (const file of sent) ids.push(dataOf<{ id: number }>(await project.ask('POST', '/files', file)).id);
    const { database } = await project.opened();
    const transaction = database.transaction.bind(database);
    const conflicting = vi.spyOn(database, 'transaction').mockImplementationOnce((work, options) =>
      transaction(async (connection) => {
        await work(connection);
        throw Object.assign(new Error('conflict'), CONFLICTS[engine]);
      }, options),
    );
    const renamed = ids.map((id, index) => ({ id, filename_disk: `renamed-${NAMES[index]}` }));
    const answer = await project.ask('PATCH', '/files', renamed);
    expect(conflicting.mock.calls.length).toBeGreaterThan(1);
    conflicting.mockRestore();
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const folder = join(server.data, 'uploads', project.key, 'originals');
    const names = (): string[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.txt'))
        .sort();
    await expect.poll(names).toEqual(renamed.map(({ filename_disk }) => filename_disk));
  });
});
