import type { SDK } from '@directus/sdk-js';
import { expect } from 'vitest';
import { formOf, type SdkMode } from '../../support/sdk.ts';

/** What the methods operate on, one after the other. */
export interface World {
  readonly sdk: SDK;
  readonly mode: SdkMode;
  readonly base: string;
  readonly project: string;
  readonly credentials: { readonly email: string; readonly password: string };
  /** Keys of rows that earlier methods created. */
  readonly keys: Record<string, number>;
  hash: string;
}

type Drive = (world: World) => Promise<void>;

const ID = { field: 'id', type: 'integer', datatype: 'INT', length: 10, primary_key: true, auto_increment: true };
const text = (field: string): object => ({
  field,
  type: 'string',
  datatype: 'VARCHAR',
  length: 100,
  interface: 'text-input',
});

// biome-ignore lint/suspicious/noExplicitAny: the SDK's types ask for whole objects where the wire takes parts
const part = (value: object): any => value;
const listed = (key: string): object => ({ filter: { id: { eq: key } } });

/** A call of every public method, in an order in which each finds what it needs. */
export const drives: Readonly<Record<string, Drive>> = {
  async ping({ sdk }) {
    expect(await sdk.ping()).toBe('pong');
  },
  async serverInfo({ sdk }) {
    await expect(sdk.serverInfo()).rejects.toThrow();
  },
  async login({ sdk, mode, credentials }) {
    const { data } = await sdk.login(credentials);
    if (mode === 'jwt') expect(sdk.config.token).toBe(data.token);
    else expect(data.token).toBeUndefined();
    const wrong = sdk.api.post('/auth/authenticate', { ...credentials, password: 'wrong', mode });
    await expect(wrong).rejects.toMatchObject({ code: '100' });
  },
  async isLoggedIn({ sdk }) {
    expect(await sdk.isLoggedIn()).toBe(true);
  },
  async refresh({ sdk, mode }) {
    if (mode === 'cookie') return expect(sdk.refresh('no-token')).rejects.toMatchObject({ code: '101' });
    const { data } = await sdk.refresh(String(sdk.config.token));
    expect(data.token).toMatch(/\./);
  },
  async refreshIfNeeded({ sdk, mode }) {
    sdk.config.localExp = Date.now() + 10_000;
    const refreshed = await sdk.refreshIfNeeded();
    if (mode === 'jwt') expect(refreshed).toEqual([true]);
    else expect(refreshed).toBeUndefined();
  },
  async projectInfo({ sdk }) {
    expect((await sdk.projectInfo()).data.api.version).toBe('8.8.1');
  },
  async getInterfaces({ sdk }) {
    expect(await sdk.getInterfaces()).toEqual({ data: [] });
  },
  async getLayouts({ sdk }) {
    expect(await sdk.getLayouts()).toEqual({ data: [] });
  },
  async getModules({ sdk }) {
    expect(await sdk.getModules()).toEqual({ data: [] });
  },
  async createCollection({ sdk }) {
    const fields = [ID, text('name')];
    expect((await sdk.createCollection(part({ collection: 'birds', fields }))).data).toMatchObject({
      collection: 'birds',
    });
    await sdk.createCollection(
      part({
        collection: 'nests',
        fields: [ID, { ...ID, field: 'bird', primary_key: false, auto_increment: false, type: 'm2o' }],
      }),
    );
  },
  async getCollections({ sdk }) {
    const { data } = (await sdk.getCollections({ limit: -1 })) as unknown as { data: { collection: string }[] };
    expect(data.map(({ collection }) => collection)).toContain('birds');
  },
  async getCollection({ sdk }) {
    expect((await sdk.getCollection('birds')).data.fields).toMatchObject({ name: { type: 'string' } });
  },
  async updateCollection({ sdk }) {
    expect((await sdk.updateCollection('birds', { note: 'Seen' })).data).toMatchObject({ note: 'Seen' });
  },
  async createField({ sdk }) {
    const created = await sdk.createField('birds', part(text('latin')));
    expect(created.data).toMatchObject({ field: 'latin' });
    await sdk.createField('birds', part(text('spare')));
    await sdk.createField('birds', part({ field: 'nests', type: 'o2m', interface: 'one-to-many' }));
  },
  async getAllFields({ sdk }) {
    expect((await sdk.getAllFields({ limit: -1 })).data?.length).toBeGreaterThan(100);
  },
  async getFields({ sdk }) {
    expect((await sdk.getFields('birds')).data?.map((row) => part(row).field)).toEqual([
      'id',
      'name',
      'latin',
      'spare',
      'nests',
    ]);
  },
  async getField({ sdk }) {
    expect((await sdk.getField('birds', 'latin')).data).toMatchObject({ collection: 'birds', field: 'latin' });
  },
  async updateField({ sdk }) {
    expect((await sdk.updateField('birds', 'latin', { note: 'Genus first' }))?.data).toMatchObject({
      note: 'Genus first',
    });
  },
  async updateFields({ sdk }) {
    const each = await sdk.updateFields('birds', [part({ field: 'name', sort: 1 }), part({ field: 'latin', sort: 2 })]);
    expect(each?.data?.map(({ sort }) => sort)).toEqual([1, 2]);
    const all = await sdk.updateFields('birds', ['name', 'latin'], { readonly: true });
    expect(all?.data?.map((row) => part(row).readonly)).toEqual([true, true]);
    await sdk.updateFields('birds', ['name', 'latin'], { readonly: false });
  },
  async deleteField({ sdk }) {
    await sdk.deleteField('birds', 'spare');
    await expect(sdk.getField('birds', 'spare')).rejects.toMatchObject({ code: '202' });
  },
  async createRelation({ sdk, keys }) {
    const relation = { collection_many: 'nests', field_many: 'bird', collection_one: 'birds' };
    keys.relation = (await sdk.createRelation(part(relation))).data.id as number;
  },
  async updateRelation({ sdk, keys }) {
    expect((await sdk.updateRelation(keys.relation ?? 0, { field_one: 'nests' })).data).toMatchObject({
      field_one: 'nests',
    });
  },
  async getRelations({ sdk }) {
    expect((await sdk.getRelations({ limit: -1 })).data?.length).toBeGreaterThan(11);
  },
  async getCollectionRelations({ sdk }) {
    const [many, one] = await sdk.getCollectionRelations('birds');
    expect([many?.data?.length, one?.data?.length]).toEqual([0, 1]);
  },
  async createItem({ sdk, keys }) {
    const { data } = (await sdk.createItem('birds', { name: 'wren', nests: [{}] })) as unknown as {
      data: { id: number };
    };
    keys.bird = data.id;
  },
  async createItems({ sdk }) {
    expect((await sdk.createItems('birds', [{ name: 'owl' }, { name: 'jay' }])).data).toHaveLength(2);
  },
  async getItems({ sdk }) {
    const found = await sdk.getItems('birds', {
      filter: { name: { in: 'owl,jay' } },
      sort: '-name',
      fields: ['name'],
      meta: '*',
    });
    expect(found.data).toEqual([{ name: 'owl' }, { name: 'jay' }]);
    expect(found.meta).toMatchObject({ total_count: 3 });
    expect((await sdk.getItems('directus_roles')).data).toHaveLength(2);
  },
  async getItem({ sdk, keys }) {
    const { data } = await sdk.getItem('birds', keys.bird ?? 0, { fields: '*.*' });
    expect(data).toMatchObject({ name: 'wren', nests: [{ bird: keys.bird }] });
    await expect(sdk.getItem('birds', 9999)).rejects.toMatchObject({ code: '203' });
  },
  async updateItem({ sdk, keys }) {
    expect((await sdk.updateItem('birds', keys.bird ?? 0, { name: 'robin' })).data).toMatchObject({ name: 'robin' });
  },
  async updateItems({ sdk, keys }) {
    const { data } = await sdk.updateItems('birds', [{ id: keys.bird, latin: 'Erithacus' }]);
    expect(data).toMatchObject([{ latin: 'Erithacus' }]);
  },
  async getItemRevisions({ sdk, keys }) {
    const { data } = (await sdk.getItemRevisions('birds', keys.bird ?? 0)) as unknown as { data: { id: number }[] };
    expect(data).toHaveLength(3);
    keys.revision = data[0]?.id ?? 0;
  },
  async revert({ sdk, keys }) {
    await sdk.revert('birds', keys.bird ?? 0, keys.revision ?? 0);
    expect((await sdk.getItem('birds', keys.bird ?? 0)).data).toMatchObject({ name: 'wren' });
  },
  async deleteItem({ sdk }) {
    await sdk.deleteItem('birds', 2);
  },
  async deleteItems({ sdk, keys }) {
    await sdk.deleteItems('birds', [3, keys.bird ?? 0]);
    expect((await sdk.getItems('birds')).data).toEqual([]);
  },
  async deleteCollection({ sdk }) {
    await sdk.deleteCollection('nests');
    await expect(sdk.getCollection('nests')).rejects.toMatchObject({ code: '203' });
  },
  async getActivity({ sdk }) {
    const { data } = await sdk.getActivity({ limit: 1, sort: '-id' });
    expect(data).toMatchObject([{ action: 'delete', action_by: 1 }]);
  },
  async createCollectionPreset({ sdk, keys }) {
    const preset = {
      collection: 'birds',
      title: 'Owls',
      user: 1,
      role: null,
      view_query: { tabular: { fields: 'name' } },
    };
    keys.preset = (await sdk.createCollectionPreset(part(preset))).data.id as number;
    await sdk.createCollectionPreset(part({ ...preset, title: null }));
  },
  async getCollectionPresets({ sdk }) {
    expect(await sdk.getCollectionPresets()).toMatchObject([{ title: 'Owls' }]);
  },
  async getMyBookmarks({ sdk }) {
    expect(await sdk.getMyBookmarks()).toMatchObject([{ title: 'Owls' }]);
  },
  async getMyListingPreferences({ sdk }) {
    expect(await sdk.getMyListingPreferences('birds')).toMatchObject({
      title: null,
      view_query: { tabular: { fields: 'name' } },
    });
  },
  async updateCollectionPreset({ sdk, keys }) {
    expect((await sdk.updateCollectionPreset(keys.preset ?? 0, part({ title: 'Jays' }))).data).toMatchObject({
      title: 'Jays',
    });
  },
  async deleteCollectionPreset({ sdk, keys }) {
    await sdk.deleteCollectionPreset(keys.preset ?? 0);
    expect(await sdk.getMyBookmarks()).toEqual([]);
  },
  async createRole({ sdk, keys }) {
    const { data } = (await sdk.createRole(part({ name: 'Watcher' }))) as unknown as { data: { id: number } };
    keys.role = data.id;
  },
  async getRoles({ sdk }) {
    expect(((await sdk.getRoles()) as unknown as { data: unknown[] }).data).toHaveLength(3);
  },
  async getRole({ sdk, keys }) {
    expect((await sdk.getRole(keys.role ?? 0)).data).toMatchObject({ name: 'Watcher' });
  },
  async updateRole({ sdk, keys }) {
    expect((await sdk.updateRole(keys.role ?? 0, { description: 'Looks' })).data).toMatchObject({
      description: 'Looks',
    });
  },
  async createPermissions({ sdk, keys }) {
    const made = (await sdk.createPermissions([{ collection: 'birds', role: keys.role, read: 'full' }])) as unknown as {
      data: { id: number }[];
    };
    keys.permission = made.data[0]?.id ?? 0;
  },
  async getPermissions({ sdk, keys }) {
    expect((await sdk.getPermissions({ ...listed(String(keys.permission)) })).data).toMatchObject([{ read: 'full' }]);
  },
  async updatePermissions({ sdk, keys }) {
    const { data } = (await sdk.updatePermissions([{ id: keys.permission, update: 'mine' }])) as unknown as {
      data: unknown;
    };
    expect(data).toMatchObject([{ read: 'full', update: 'mine' }]);
  },
  async getMyPermissions({ sdk }) {
    expect(await sdk.getMyPermissions()).toMatchObject({ data: [{ role: 1 }] });
  },
  async createUser({ sdk, keys }) {
    const user = {
      first_name: 'W',
      last_name: 'W',
      email: 'w@example.com',
      password: 'W-Secret-1',
      role: keys.role,
      status: 'active',
    };
    const { data } = (await sdk.createUser(part(user))) as unknown as { data: { id: number } };
    keys.user = data.id;
  },
  async getUsers({ sdk }) {
    expect((await sdk.getUsers()).data).toHaveLength(2);
  },
  async getUser({ sdk, keys }) {
    expect((await sdk.getUser(keys.user ?? 0)).data).toMatchObject({ email: 'w@example.com' });
  },
  async getMe({ sdk }) {
    expect((await sdk.getMe({ fields: '*.*' })).data).toMatchObject({ id: 1, role: { id: 1 } });
  },
  async updateUser({ sdk, keys }) {
    expect((await sdk.updateUser(keys.user ?? 0, part({ title: 'Dr' }))).data).toMatchObject({ title: 'Dr' });
  },
  async deleteRole({ sdk, keys }) {
    await sdk.updateUser(keys.user ?? 0, part({ role: 1 }));
    await sdk.deleteRole(keys.role ?? 0);
  },
  async getSettings({ sdk }) {
    expect(((await sdk.getSettings()) as unknown as { data: unknown }).data).toContainEqual(
      expect.objectContaining({ key: 'default_limit', value: 200 }),
    );
  },
  async getSettingsFields({ sdk }) {
    expect((await sdk.getSettingsFields()).data?.map((row) => part(row).field)).toContain('project_name');
  },
  async updateDatabase({ sdk }) {
    expect(await sdk.updateDatabase()).toBe('');
  },
  async getFiles({ sdk }) {
    expect((await sdk.getFiles()).data).toEqual([]);
  },
  async getAssetUrl({ sdk, base, project }) {
    expect(sdk.getAssetUrl('abc', { key: 'thumb' } as never)).toBe(`${base}/${project}/assets/abc?key=thumb`);
  },
  async uploadFiles(world) {
    const form = formOf('pixel.png', 'image/png', PIXEL);
    const { data } = await world.sdk.uploadFiles(form);
    expect(data).toMatchObject({ type: 'image/png', width: 1, height: 1 });
    world.keys.file = data.id;
    world.hash = data.private_hash;
  },
  async getFile({ sdk, keys }) {
    const { data } = (await sdk.getFile(String(keys.file))) as unknown as { data: unknown };
    expect(data).toMatchObject({ id: keys.file });
    await sdk.getFile([String(keys.file), '9999']);
  },
  async getAsset({ sdk, hash }) {
    const bytes = Buffer.from(await sdk.getAsset(hash));
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('\x89PNG');
  },
  async getThirdPartyAuthProviders({ sdk }) {
    expect(await sdk.getThirdPartyAuthProviders()).toMatchObject({ data: [] });
  },
  async requestPasswordReset({ sdk }) {
    await sdk.requestPasswordReset('nobody@example.com');
  },
  async resetPassword({ sdk }) {
    await expect(sdk.resetPassword('New-Secret-1', 'no-token')).rejects.toMatchObject({ code: '104' });
  },
  async logout({ sdk }) {
    await sdk.logout();
    expect(await sdk.isLoggedIn()).toBe(false);
  },
  async reset({ sdk, credentials }) {
    await sdk.login(credentials);
    await sdk.logout();
    const { auth } = sdk.api;
    const logout = auth.logout.bind(auth);
    let answered: Promise<unknown> = Promise.resolve();
    auth.logout = () => {
      const answer = logout();
      answered = answer;
      return answer;
    };
    sdk.reset();
    await answered;
  },
};

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
