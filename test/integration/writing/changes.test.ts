import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change, ItemChange } from '../../../src/persistence/changes.ts';
import { imported } from '../../support/imports.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { addPlants, MEMBER } from '../../support/plants.ts';

/** A hook that writes when it hears of a leaf. */
const HOOKS = `
  export const actions = {
    'item.create.leaves:before': async (data, context) => {
      if (data.name === 'hooked') await context.items('tags', { as: 'server' }).create({ name: 'by a hook' });
    },
  };
`;

const MANY = 20;
const RECORDS = new Set(['directus_activity', 'directus_revisions']);
const ADMINISTRATOR = { kind: 'user', id: 1, role: 1 };

onEveryEngine('the changes of a transaction', ({ server, project, prepare }) => {
  prepare(() => ({ server: { watchExtensions: true } }));
  let transactions: Change[][];
  let stop: () => void;

  beforeAll(() => addPlants(project));
  beforeEach(async () => {
    transactions = [];
    const store = await project.opened();
    const committed = store.committed.bind(store);
    const value: typeof committed = (context, changes, ...rest) => {
      // The last commit of a job changes no item, and may be reported after others have seen the job's end.
      if (changes.length > 0) transactions.push([...changes]);
      return committed(context, changes, ...rest);
    };
    Object.defineProperty(store, 'committed', { value, configurable: true });
    stop = () => Reflect.deleteProperty(store, 'committed');
  });
  afterEach(() => stop());

  /** The changes of the only transaction. */
  const changes = (): readonly Change[] => {
    expect(transactions).toHaveLength(1);
    return transactions[0] ?? [];
  };
  const items = (): readonly ItemChange[] => changes().filter((change) => change.kind === 'item');
  const lines = (): string[] =>
    changes().flatMap((change) => {
      if (change.kind === 'item') return [`${change.action} ${change.collection}`];
      return change.kind === 'rows' ? [RECORDS.has(change.collection) ? 'record' : 'rows'] : [];
    });
  const plant = async (payload: object): Promise<number> => {
    const { id } = await project.write<{ id: number }>('POST', '/items/plants', payload);
    transactions = [];
    return id;
  };

  it('contain for a nested creation what has become of each item, in the order of the writes', async () => {
    const sent = { name: 'Ash', bed: { name: 'north' }, leaves: [{ name: 'a' }], tags: [{ tag: { name: 'new' } }] };
    const { id } = await project.write<{ id: number }>('POST', '/items/plants', sent);
    const recorded = ['record', 'record'];
    expect(lines()).toEqual([
      ...['create beds', ...recorded, 'create plants', ...recorded, 'create leaves', ...recorded],
      ...['create tags', ...recorded, 'create plants_tags', ...recorded],
    ]);
    const [bed, ash, leaf, tag, junction] = items();
    expect(ash).toEqual({
      ...{ kind: 'item', collection: 'plants', key: id, action: 'create', before: null },
      after: { id, status: 'published', owner: 1, name: 'Ash', code: null, bed: bed?.key },
      columns: ['owner', 'name', 'bed'],
      by: { caller: ADMINISTRATOR },
    });
    expect(leaf).toMatchObject({ before: null, after: { name: 'a', plant: id }, columns: ['name', 'plant'] });
    expect(tag).toMatchObject({ after: { id: tag?.key, name: 'new' }, columns: ['name'] });
    expect(junction).toMatchObject({ after: { plant: id, tag: tag?.key }, columns: ['plant', 'tag'] });
  });

  it('contain for a nested change the state of each item before and after', async () => {
    const id = await plant({ name: 'Elm', bed: { name: 'north' }, leaves: [{ name: 'a' }] });
    const [leaf] = await project.read<{ id: number }[]>(`/items/leaves?filter[plant]=${id}`);
    const bed = (await project.read<{ bed: number }>(`/items/plants/${id}`)).bed;
    const leaves = [{ id: leaf?.id, $delete: true }, { name: 'b' }];
    await project.write('PATCH', `/items/plants/${id}`, { name: 'Fir', bed: { id: bed, name: 'south' }, leaves });
    expect(items()).toMatchObject([
      { collection: 'beds', key: bed, action: 'update', before: { name: 'north' }, after: { name: 'south' } },
      {
        ...{ collection: 'plants', key: id, action: 'update', columns: ['name', 'bed'] },
        ...{ before: { name: 'Elm', bed }, after: { name: 'Fir', bed } },
      },
      { collection: 'leaves', key: leaf?.id, action: 'delete', before: { name: 'a' }, after: null, columns: [] },
      { collection: 'leaves', action: 'create', before: null, after: { name: 'b' }, columns: ['name', 'plant'] },
    ]);
  });

  it('contain for a deletion the former item', async () => {
    const id = await plant({ name: 'Yew' });
    await project.write('DELETE', `/items/plants/${id}`);
    expect(items()).toMatchObject([
      { collection: 'plants', key: id, action: 'delete', before: { id, name: 'Yew' }, after: null, columns: [] },
    ]);
  });

  it('contain every item of many that are created together', async () => {
    const sent = Array.from({ length: MANY }, (_, index) => ({ name: `many ${index}` }));
    const written = await project.write<{ id: number }[]>('POST', '/items/tags', sent);
    expect(items()).toEqual(
      written.map(({ id }, index) => ({
        ...{ kind: 'item', collection: 'tags', key: id, action: 'create', before: null, columns: ['name'] },
        ...{ after: { id, name: `many ${index}` }, by: { caller: ADMINISTRATOR } },
      })),
    );
  });

  it('omit the new state if nothing records it or waits for it', async () => {
    const sent = [{ name: 'x' }, { name: 'y' }];
    await project.write('POST', '/items/tags?activity_skip=1', sent);
    expect(items()).toMatchObject(sent.map(() => ({ before: null, after: null, columns: ['name'] })));
  });

  it('contain every item of an import', async () => {
    const lines = Array.from({ length: MANY }, (_, index) => JSON.stringify({ name: `line ${index}` }));
    await imported(project, lines.join('\n'), { collection: 'tags' });
    const written = transactions.flat().filter((change) => change.kind === 'item');
    expect(written).toMatchObject(
      Array.from({ length: MANY }, (_, index) => ({
        ...{ collection: 'tags', action: 'create', before: null, after: { name: `line ${index}` }, columns: ['name'] },
        by: { caller: ADMINISTRATOR },
      })),
    );
  });

  it('reach no consumer if the transaction is refused', async () => {
    await project.ask('POST', '/items/plants', { name: 'Oak', leaves: [{ name: 'a' }, null] });
    expect(transactions).toEqual([]);
  });

  describe('with hooks', () => {
    beforeAll(() => {
      const hooks = join(server.data, 'extensions', 'projects', project.key, 'hooks');
      mkdirSync(hooks, { recursive: true });
      writeFileSync(join(hooks, 'leaves.mjs'), HOOKS);
    });

    it('contain the new state if a hook waits for it, even if it is not recorded', async () => {
      await project.write('POST', '/items/leaves?activity_skip=1', { name: 'heard' });
      expect(items()).toMatchObject([{ collection: 'leaves', before: null, after: { name: 'heard', plant: null } }]);
    });

    it('have their author: the caller, or a hook with its depth', async () => {
      const { status } = await project.ask('POST', '/items/leaves', { name: 'hooked' }, MEMBER);
      expect(status).toBe(200);
      const [tag, leaf] = items();
      expect(tag).toMatchObject({ collection: 'tags', by: { caller: { kind: 'system' }, depth: 1 } });
      expect(leaf).toMatchObject({ collection: 'leaves', by: { caller: { kind: 'user' } } });
      expect(leaf?.by).not.toHaveProperty('depth');
    });
  });
});
