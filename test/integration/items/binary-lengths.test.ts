import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('binary data with a length', ({ project }) => {
  beforeAll(async () => {
    const data = { field: 'data', type: 'binary', datatype: 'VARBINARY', length: 4 };
    await project.write('POST', '/collections', { collection: 'blobs', fields: [id, data] });
  });

  it('is stored up to that many bytes', async () => {
    const data = Buffer.alloc(4).toString('base64');
    expect(await project.write('POST', '/items/blobs', { data })).toMatchObject({ data });
  });

  it.each(['POST', 'PATCH'])('is refused if it is longer: %s', async (method) => {
    const before = await project.digest();
    const path = method === 'POST' ? '/items/blobs' : '/items/blobs/1';
    const { status, body } = await project.ask(method, path, { data: Buffer.alloc(5).toString('base64') });
    expect([status, body.error?.code]).toEqual([422, 12]);
    expect(await project.digest()).toBe(before);
  });
});
