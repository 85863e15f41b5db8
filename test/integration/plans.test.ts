import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/permissions/caller.ts';
import { serverContext } from '../../src/persistence/context.ts';
import type { CompiledRead } from '../../src/persistence/read/compiled-read.ts';
import { compiledFor } from '../../src/persistence/read/plans.ts';
import { parseParameters } from '../../src/query/parse/parameters.ts';
import { parseQuery } from '../../src/query/parse/query.ts';
import type { Collection } from '../../src/schema/collection.ts';
import { collectionOf } from '../../src/schema/schema.ts';
import * as fields from '../support/fields.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { addReader } from '../support/signing-in.ts';

const READER = 'the-token-of-the-reader';
const CALLERS: Readonly<Record<string, Caller>> = {
  admin: { kind: 'user', id: 1, role: 1 },
  reader: { kind: 'user', id: 2, role: 3 },
};
const LISTS = ['/items/cats', '/items/dogs', '/items/cats?fields=*,dog.*'];

describe('a cached plan', () => {
  const { project } = harnessOn('sqlite');
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'dogs', fields: [fields.id, fields.text('name')] });
    const cat = [fields.id, fields.text('name'), fields.toOne('dog')];
    await project.write('POST', '/collections', { collection: 'cats', fields: cat });
    const relation = { collection_many: 'cats', field_many: 'dog', collection_one: 'dogs', field_one: null };
    await project.write('POST', '/relations', relation);
    await project.write('POST', '/items/dogs', { name: 'Rex' });
    await project.write('POST', '/items/cats', { name: 'Tom', dog: 1 });
    await addReader(project, READER);
    for (const collection of ['cats', 'dogs'])
      await project.write('POST', '/permissions', { collection, role: 3, read: 'full' });
  });

  const plans = new Map<string, CompiledRead>();

  async function planOf(caller: Caller, path: string): Promise<CompiledRead> {
    const opened = await project.opened();
    const [, collection = '', query = ''] = /^\/items\/(\w+)\??(.*)$/.exec(path) ?? [];
    const context = { ...serverContext(opened), caller };
    return compiledFor(context, collectionOf(opened.catalog.schema, collection), parseQuery(parseParameters(query)));
  }

  /** The lists whose plan has changed since this was last called. */
  const planned = async (): Promise<string[]> => {
    const fresh: string[] = [];
    for (const [who, caller] of Object.entries(CALLERS)) {
      for (const path of LISTS) {
        const [name, plan] = [`${who} ${path}`, await planOf(caller, path)];
        if (plans.get(name) !== plan) fresh.push(name);
        plans.set(name, plan);
      }
    }
    return fresh;
  };

  it('is made once', async () => {
    expect(await planned()).toHaveLength(2 * LISTS.length);
    expect(await planned()).toEqual([]);
  });

  it('is made anew when a collection that it reads changes, and only then', async () => {
    await project.write('POST', '/fields/dogs', fields.text('breed'));
    const touched = ['/items/dogs', '/items/cats?fields=*,dog.*'];
    expect(await planned()).toEqual(['admin', 'reader'].flatMap((who) => touched.map((path) => `${who} ${path}`)));
    expect(await project.read('/items/cats?fields=*,dog.*')).toEqual([
      { id: 1, name: 'Tom', dog: { id: 1, name: 'Rex', breed: null } },
    ]);
    await project.write('POST', '/collections', { collection: 'birds', fields: [fields.id] });
    await project.write('PATCH', '/collections/birds', { note: 'They sing' });
    expect(await planned()).toEqual([]);
  });

  it('is not kept if its collection has changed since the request began', async () => {
    const opened = await project.opened();
    const context = serverContext(opened);
    const compiled = (collection: Collection): CompiledRead =>
      compiledFor(context, collection, parseQuery(parseParameters('fields=*&limit=7')));
    const former = collectionOf(opened.catalog.schema, 'dogs');
    await project.write('POST', '/fields/dogs', fields.text('colour'));
    const outdated = compiled(former);
    expect(compiled(collectionOf(opened.catalog.schema, 'dogs'))).not.toBe(outdated);
    expect(await project.read('/items/dogs?fields=*&limit=7')).toEqual([
      { id: 1, name: 'Rex', breed: null, colour: null },
    ]);
    await project.write('DELETE', '/fields/dogs/colour');
    await planned();
  });

  it('is made anew when permissions that it depends on change, and only then', async () => {
    const [row] = await project.read<{ id: number }[]>('/permissions?filter[collection]=dogs&filter[role]=3');
    await project.write('PATCH', `/permissions/${row?.id}`, { read_field_blacklist: ['breed'] });
    expect(await planned()).toEqual(['reader /items/dogs', 'reader /items/cats?fields=*,dog.*']);
    const { text } = await project.get('/items/dogs', READER);
    expect(text).toBe('{"data":[{"id":1,"name":"Rex"}]}');
  });

  it('is made anew when a setting that it depends on changes, and only then', async () => {
    const [color] = await project.read<{ id: number }[]>('/settings?filter[key]=project_color');
    await project.write('PATCH', `/settings/${color?.id}`, { value: '#000000' });
    expect(await planned()).toEqual([]);
    const [nulls] = await project.read<{ id: number }[]>('/settings?filter[key]=sort_null_last');
    await project.write('PATCH', `/settings/${nulls?.id}`, { value: '0' });
    expect(await planned()).toHaveLength(2 * LISTS.length);
  });
});
