import { beforeAll, expect, it } from 'vitest';
import { id, integer } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

const MAX_FIELDS = { sqlite: 2_000, mysql: 1_017, postgres: 1_600, postgres18: 1_600 };
const TIMEOUT_MS = 60_000;

onEveryEngine('a collection with as many fields as a table can have', ({ engine, project }) => {
  const most = MAX_FIELDS[engine];
  const numbered = (count: number) => [id, ...Array.from({ length: count - 1 }, (_, index) => integer(`f${index}`))];
  const refusal = {
    status: 422,
    body: { error: { code: 12, message: `A collection may have at most ${most} fields` } },
  };
  beforeAll(
    () => project.write('POST', '/collections', { collection: 'full', fields: numbered(most) }).then(() => {}),
    TIMEOUT_MS,
  );

  it('is readable and writable', async () => {
    const last = `f${most - 2}`;
    const { id: key } = await project.write<{ id: number }>('POST', '/items/full', { f0: 1, [last]: 2 });
    expect((await project.ask('GET', `/items/full/${key}?fields=f0,${last}`)).body.data).toEqual({ f0: 1, [last]: 2 });
  });

  it('gets no further field with a column', async () => {
    const before = await project.digest();
    expect(await project.ask('POST', '/fields/full', integer('one_more'))).toMatchObject(refusal);
    expect(await project.digest()).toBe(before);
  });

  it('cannot be created with more', async () => {
    const before = await project.digest();
    const payload = { collection: 'fuller', fields: numbered(most + 1) };
    expect(await project.ask('POST', '/collections', payload)).toMatchObject(refusal);
    expect(await project.digest()).toBe(before);
  });
});
