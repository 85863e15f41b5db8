import { beforeAll, expect, it } from 'vitest';
import { id, owner, text } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { addReader } from '../../support/signing-in.ts';

const READER = 'the-token-of-one-who-has-some-items';
/** Keys of two items that must not be confused for a role that reads only its own. */
const PAIRS = [
  ['numbers', { type: 'integer', datatype: 'BIGINT' }, '1234567890123456789', '1234567890123456788'],
  ['wholes', { type: 'decimal', datatype: 'DECIMAL', length: '20,0' }, '9007199254740993', '9007199254740992'],
  ['decimals', { type: 'decimal', datatype: 'DECIMAL', length: '10,2' }, '5.5', '5.51'],
] as const;

onEveryEngine('the revisions of own items', ({ project }) => {
  beforeAll(async () => {
    const role = await addReader(project, READER);
    const own = { role, read: 'mine', create: 'full', update: 'mine' };
    await project.write('POST', '/permissions', { collection: 'directus_revisions', role, read: 'full' });
    for (const [collection, key] of PAIRS) {
      const fields = [{ ...id, auto_increment: false, interface: null, ...key, signed: true }, text('name'), owner];
      await project.write('POST', '/collections', { collection, fields });
      await project.write('POST', '/permissions', { collection, ...own });
    }
  });

  it.each(PAIRS)('are complete, and do not include those of other items: %s', async (collection, _key, mine, other) => {
    await project.write('POST', `/items/${collection}`, { id: other, name: 'not theirs' });
    const { status, text: answer } = await project.ask(
      'POST',
      `/items/${collection}`,
      { id: mine, name: 'theirs' },
      READER,
    );
    expect(status, answer).toBe(200);
    const read = async (path: string): Promise<unknown> =>
      (await project.ask('GET', path, undefined, READER)).body.data;
    expect(await read(`/items/${collection}/${mine}/revisions?fields=item`)).toEqual([{ item: mine }]);
    expect(await read(`/items/${collection}/${other}/revisions?fields=item`)).toEqual([]);
    expect(await read(`/revisions?filter[collection]=${collection}&fields=item`)).toEqual([{ item: mine }]);
  });
});
