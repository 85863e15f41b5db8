import { expect, it } from 'vitest';
import { asFirstAdmin, fillMagazine } from '../../src/sample/fill.ts';
import { difference, requestsOf, send } from '../support/doc-requests.ts';
import { rowsOf } from '../support/doc-table.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_PASSWORD, ADMIN_TOKEN, type TestProject } from '../support/project.ts';

const DOCUMENTS = [
  'README.md',
  'docs/api.md',
  'docs/webhooks.md',
  'docs/design-your-data.md',
  'docs/permissions.md',
  'docs/openapi.md',
];

/** Turns a new project into the sample project. */
async function fill({ server, key }: TestProject): Promise<void> {
  const store = await server.app.registry.find(key);
  if (!store) throw new Error('the project is gone');
  await fillMagazine(asFirstAdmin(store));
}

/** A field of each type, defined as in the table of types and named after its type. */
function documentedFields(): object[] {
  const word = (cell = ''): string | undefined => /`([^`]+)`/.exec(cell)?.[1];
  const rows = rowsOf('docs/design-your-data.md', 'field-types');
  return rows.map(([type, , datatype, length, interfaces]) => ({
    field: `a_${word(type)}`,
    type: word(type),
    ...(datatype && { datatype: word(datatype) }),
    ...(length && { length }),
    interface: word(interfaces),
  }));
}

/** The example of each type that has one, by field name. */
function documentedValues(): Record<string, unknown> {
  const rows = rowsOf('docs/design-your-data.md', 'field-types');
  return Object.fromEntries(
    rows.flatMap(([type = '', , , , , example = '']) =>
      example === '' ? [] : [[`a_${type.replaceAll('`', '')}`, JSON.parse(example.replaceAll('`', ''))]],
    ),
  );
}

onEveryEngine('the documents', ({ server, project, prepare }) => {
  prepare(() => ({ each: true }));

  it.each(DOCUMENTS)(
    'every request of %s works when pasted, and is answered as shown',
    { timeout: 90_000 },
    async (document) => {
      await fill(project);
      const requests = requestsOf(document, { TOKEN: ADMIN_TOKEN, PASSWORD: ADMIN_PASSWORD });
      expect(requests.length).toBeGreaterThan(0);
      const url = `${server.base}/${project.key}`;
      const wrong: string[] = [];
      for (const request of requests) wrong.push(...[difference(request, await send(request, url)) ?? []].flat());
      expect(wrong).toEqual([]);
    },
  );

  it('every type in the table of field types accepts its datatype, length and example', async () => {
    const key = {
      field: 'id',
      type: 'integer',
      datatype: 'INT',
      interface: 'primary-key',
      primary_key: true,
      auto_increment: true,
    };
    const fields = [key, ...documentedFields()];
    expect(fields).toHaveLength(28);
    await project.write('POST', '/collections', { collection: 'things', fields });
    const values = documentedValues();
    const targets = ['a_m2o', 'a_file', 'a_user', 'a_owner', 'a_user_updated'];
    const sent = Object.fromEntries(Object.entries(values).filter(([name]) => !targets.includes(name)));
    expect(await project.write('POST', '/items/things', sent)).toMatchObject(sent);
  });
});
