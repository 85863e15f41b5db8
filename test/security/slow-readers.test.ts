import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { id } from '../support/fields.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { RawClient } from '../support/raw-client.ts';
import { addReader } from '../support/signing-in.ts';

const READER = 'tests-slow-reader';
/** A list of as many values as an answer may have. */
const ITEMS = 3;
const BODY = 'x'.repeat(8_000_000);

describe('a caller who does not read long lists to their end', { timeout: 60_000 }, () => {
  const { server, project } = harnessOn('sqlite');
  beforeAll(async () => {
    const body = { field: 'body', type: 'string', datatype: 'MEDIUMTEXT' };
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, body] });
    for (let item = 0; item < ITEMS; item++) await project.write('POST', '/items/notes?fields=id', { body: BODY });
    const role = await addReader(project, READER);
    await project.write('POST', '/permissions', { role, collection: 'notes', read: 'full' });
    await project.ask('GET', '/items/notes?fields=id', undefined, READER);
  }, 60_000);

  it.each(['', '&export=json'])('fills no memory, and delays nobody, with %j', async (more) => {
    const clients = Array.from({ length: 30 }, () => new RawClient(server.base));
    const statuses = await Promise.all(
      clients.map(async ({ socket }) => {
        socket.write(
          `GET /${project.key}/items/notes?fields=body${more} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${READER}\r\n\r\n`,
        );
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        socket.pause();
        return Number(chunk.toString('latin1').split(' ')[1]);
      }),
    );
    const count = (status: number): number => statuses.filter((each) => each === status).length;
    expect([count(200) > 0, count(503) > 0, count(200) + count(503)]).toEqual([true, true, 30]);
    expect((await project.ask('GET', `/items/notes?fields=body${more}`, undefined, ADMIN_TOKEN)).status).toBe(200);
    for (const { socket } of clients) socket.destroy();
    const again = (): Promise<number> =>
      project.ask('GET', `/items/notes?fields=body${more}`, undefined, READER).then(({ status }) => status);
    await expect.poll(again, { timeout: 10_000 }).toBe(200);
  });
});
