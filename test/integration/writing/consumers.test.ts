import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Extensions } from '../../../src/extensions/extensions.ts';
import type { Action, HookContext } from '../../../src/extensions/types.ts';
import type { Change, ItemChange } from '../../../src/persistence/changes.ts';
import { type Context, serverContext } from '../../../src/persistence/context.ts';
import type { Project } from '../../../src/projects/project.ts';
import { notifyConsumers } from '../../../src/services/consumers/notify.ts';
import { addNotes, harnessOn } from '../../support/on-every-engine.ts';
import { addPerson, PEOPLE, type Person } from '../../support/signing-in.ts';

const CALLER = { kind: 'user', id: 1, role: 1 } as const;
const EVENTS = [
  ...['item.create.notes', 'item.update.notes', 'item.delete.notes', 'item.create.directus_users'],
  ...['field.create.notes', 'auth.success'],
];

const changeOf = (more: Partial<ItemChange> = {}): ItemChange => ({
  ...{ kind: 'item', collection: 'notes', key: 7, action: 'create', before: null },
  ...{ after: { id: 7, title: 'Figs', code: null }, columns: ['title'], by: { caller: CALLER } },
  ...more,
});
const field: Change = {
  ...{ kind: 'schema', event: 'field.create', collection: 'notes', data: { field: 'text' } },
  by: { caller: CALLER },
};

describe('the consumers of changes', () => {
  const { project, prepare } = harnessOn('sqlite');
  let opened: Project;
  let erin: Person;
  /** What has reached which consumer, in order. */
  let heard: unknown[];
  let failing: string | undefined;

  prepare(() => ({}));
  beforeAll(async () => {
    await addNotes(project);
    erin = await addPerson(project, 'erin');
    opened = await project.opened();
  });
  beforeEach(() => {
    heard = [];
    failing = undefined;
  });

  const hear = (data: unknown, { event, caller }: HookContext): void => {
    heard.push([event, data, caller.id]);
    if (failing === event) throw new Error('this hook fails');
  };
  const hook = (event: string): readonly [string, { run: Action; file: string }] => [event, { run: hear, file: event }];

  /** A project with hooks that hear everything, and a storage that only reports what it removes. */
  function storeOf(): Project {
    const storage = {
      adapter: 'local',
      stat: async () => null,
      async *list() {},
      async remove(name: string) {
        heard.push(['removed', name]);
        if (failing === name) throw new Error('the storage fails');
      },
    };
    const extensions = new Extensions({
      hooks: [{ file: 'told.mjs', actions: EVENTS.map(hook), filters: [] }],
      endpoints: [],
      broken: [],
    });
    const background = { start: (work: () => Promise<void>) => void pending.push(work) };
    return new Proxy(opened, {
      get(target, name) {
        const own: Record<string | symbol, unknown> = { storage, extensions, background };
        if (name in own) return own[name];
        const value = Reflect.get(target, name, target) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  const pending: (() => Promise<void>)[] = [];
  async function tell(changes: readonly Change[], more: Partial<Context> = {}): Promise<unknown[]> {
    await notifyConsumers({ ...serverContext(storeOf()), ...more }, changes);
    for (const work of pending.splice(0)) await work();
    return heard;
  }

  const nobody: unknown[] = [];
  const cases: Readonly<Record<Change['kind'], readonly [change: () => Change, told: () => unknown[]]>> = {
    item: [() => changeOf(), () => [['item.create.notes', { id: 7, title: 'Figs', code: null }, 1]]],
    rows: [() => ({ kind: 'rows', collection: 'notes' }), () => nobody],
    schema: [() => field, () => [['field.create.notes', { field: 'text' }, 1]]],
    'sign-in': [
      () => ({ kind: 'sign-in', user: erin.id }),
      () => [['auth.success', expect.objectContaining({ id: erin.id, email: PEOPLE.erin.email }), null]],
    ],
    released: [() => ({ kind: 'released', disk: 'a.png' }), () => [['removed', 'originals/a.png']]],
    // No file is pending any more.
    pending: [
      () => ({ kind: 'pending', file: '99', object: 'pending/99/a', checksum: 'b' }),
      () => [['removed', 'pending/99/a']],
    ],
    undone: [() => ({ kind: 'undone', entry: 1, collection: null, fields: [] }), () => nobody],
    dropped: [() => ({ kind: 'dropped', collection: 'notes', records: [] }), () => nobody],
  };

  it.each(Object.entries(cases))('hear of a change of the kind "%s"', async (_kind, [change, told]) => {
    expect(await tell([change()])).toEqual(told());
  });

  it('remove the records of a dropped table, and no later ones', async () => {
    const ids: number[] = [];
    for (const title of ['one', 'two', 'three'])
      ids.push((await project.write<{ id: number }>('POST', '/items/notes', { title })).id);
    const revisions = (): Promise<{ id: number; item: string }[]> =>
      project.read('/revisions?filter[collection]=notes&fields=id,item&sort=id');
    const second = (await revisions()).find(({ item }) => item === String(ids[1]))?.id ?? 0;
    const records = [{ table: 'directus_revisions', newest: second }];
    await tell([{ kind: 'dropped', collection: 'notes', records }]);
    expect((await revisions()).map(({ item }) => item)).toEqual([String(ids[2])]);
  });

  it('are notified of changes in the order in which they happened', async () => {
    await tell([
      changeOf(),
      { kind: 'rows', collection: 'directus_activity' },
      field,
      changeOf({ action: 'update', after: { id: 7, title: 'Nuts', code: 'x' } }),
      changeOf({ action: 'delete', before: { id: 7, title: 'Nuts', code: 'x' }, after: null, columns: [] }),
    ]);
    expect(heard.map((each) => (each as unknown[])[0])).toEqual([
      ...['item.create.notes', 'field.create.notes', 'item.update.notes', 'item.delete.notes'],
    ]);
    expect(heard.slice(2)).toEqual([
      ['item.update.notes', { id: 7, title: 'Nuts' }, 1],
      ['item.delete.notes', { id: 7, title: 'Nuts', code: 'x' }, 1],
    ]);
  });

  it('cause no harm by failing: all others are notified', async () => {
    failing = 'originals/a.png';
    const released: Change[] = ['a.png', 'b.png'].map((disk) => ({ kind: 'released', disk }));
    await tell([...released, changeOf()]);
    expect(heard.map((each) => (each as unknown[])[1])).toEqual([
      ...['originals/a.png', 'originals/b.png', expect.objectContaining({ id: 7 })],
    ]);
    heard = [];
    failing = 'item.create.notes';
    await tell([changeOf(), changeOf({ action: 'update' })]);
    expect(heard).toHaveLength(2);
  });

  it('get the author of each change, and not the caller who ended the transaction', async () => {
    const asErin = { kind: 'user', id: erin.id, role: erin.role } as const;
    await tell([changeOf(), changeOf({ by: { caller: asErin, depth: 2 } })], { caller: { kind: 'public' } });
    expect(heard.map((each) => (each as unknown[])[2])).toEqual([1, erin.id]);
  });

  it('stop if hooks trigger each other too often, by the depth of the change', async () => {
    await tell([changeOf({ by: { caller: CALLER, depth: 8 } })]);
    expect(heard).toEqual([]);
    await tell([changeOf()], { depth: 8 });
    expect(heard).toHaveLength(1);
  });

  it('get no secrets', async () => {
    const password = 'a secret';
    const user = changeOf({ collection: 'directus_users', after: { id: 7, email: 'a@example.com', password } });
    await project.write('PATCH', `/users/${erin.id}`, { '2fa_secret': 'JBSWY3DPEHPK3PXP', token: 'tests-erin' });
    await tell([user, { kind: 'sign-in', user: erin.id }]);
    expect(heard).toHaveLength(2);
    expect(JSON.stringify(heard)).not.toMatch(/password|secret|JBSWY|tests-erin/);
  });
});
