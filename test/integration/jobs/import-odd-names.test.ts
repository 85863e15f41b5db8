import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { imported, uploaded } from '../../support/imports.ts';
import { doJob } from '../../support/jobs.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';

onEveryEngine('an import into a table whose columns differ only in other characters than letters', (harness) => {
  const { project, engine } = harness;
  const quote = (name: string): string => (engine === 'mysql' ? `\`${name}\`` : `"${name}"`);
  const item = { id: 1, next: null, ab: 1, 'a.b': 2, 'a-b': 3, 'a b': 4 };

  beforeAll(async () => {
    const { database } = await project.opened();
    const names = ['next', 'ab', 'a.b', 'a-b', 'a b'].map((name) => `${quote(name)} INTEGER`).join(', ');
    await database.run({ text: `CREATE TABLE odd (id INTEGER PRIMARY KEY, ${names})`, parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    const related = { collection_many: 'odd', field_many: 'next', collection_one: 'odd', field_one: null };
    await project.write('POST', '/relations', related);
    await project.write('POST', '/items/odd', item);
  });

  it.each(['csv', 'json'])('takes an export of the table: %s', async (format) => {
    const content = await (await project.fetch('GET', `/items/odd?export=${format}`)).text();
    await doJob(project, { kind: 'delete', collection: 'odd', filter: {} });
    const job = await imported(project, content, { collection: 'odd' });
    expect(job).toMatchObject({ state: 'done', result: { created: 1, refused: 0 } });
    expect(await project.read('/items/odd')).toEqual([item]);
  });

  it('guesses the fields that the columns name', async () => {
    const upload = await uploaded(project, 'odd', 'id,a.b,a-b,a b,ab\n2,3,4,5,6\n');
    const { body } = await project.ask('POST', '/jobs/preview', { collection: 'odd', upload });
    const { mapping } = body.data as unknown as { mapping: Payload[] };
    expect(mapping.map(({ column, field }) => [column, field])).toEqual(
      ['id', 'a.b', 'a-b', 'a b', 'ab'].map((name) => [name, name]),
    );
  });

  it('finds a related item by a column with a dot', async () => {
    const mapping = { id: 'id', next: 'next.a.b', dotted: 'a.b' };
    const job = await imported(project, 'id,next,dotted\n5,2,7\n', { collection: 'odd', mapping });
    expect(job.refused).toEqual([]);
    expect(await project.read('/items/odd/5?fields=id,next,a.b')).toEqual({ id: 5, next: 1, 'a.b': 7 });
  });

  it('lists a refused row with the values of such columns', async () => {
    const job = await imported(project, 'id,a.b\n6,x\n', { collection: 'odd' });
    expect(job.progress.refused).toBe(1);
    const refused = await (await project.fetch('GET', `/jobs/${job.id}/refused`)).text();
    expect(refused).toContain('6,x,');
  });
});
