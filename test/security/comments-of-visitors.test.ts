import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { dataOf } from '../support/signing-in.ts';

const PUBLIC_ROLE = 2;

onEveryEngine('comments of visitors', ({ project }) => {
  let row = 0;

  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title')] });
    await project.write('POST', '/items/notes', { title: 'Plums' });
    const role = PUBLIC_ROLE;
    await project.write('POST', '/permissions', { role, collection: 'directus_activity', create: 'full' });
    const notes = { role, collection: 'notes', read: 'full', comment: 'update' };
    row = (await project.write<{ id: number }>('POST', '/permissions', notes)).id;
  });

  const outcomes = async (key: number) => {
    const path = `/activity/comment/${key}`;
    const changed = await project.ask('PATCH', path, { comment: 'Sour' }, null);
    const deleted = await project.ask('DELETE', path, undefined, null);
    return [changed, deleted].map(({ status, body }) => [status, body.error?.code]);
  };

  it('are changed and deleted by others only with full rights', async () => {
    const sent = { collection: 'notes', item: '1', comment: 'Ripe?' };
    const { id: key } = dataOf<{ id: number }>(await project.ask('POST', '/activity/comment', sent, null));
    const before = await project.digest();
    expect(await outcomes(key)).toEqual([
      [403, 211],
      [403, 212],
    ]);
    expect(await project.digest()).toBe(before);
    await project.write('PATCH', `/permissions/${row}`, { comment: 'full' });
    expect(await outcomes(key)).toEqual([
      [200, undefined],
      [204, undefined],
    ]);
  });
});
