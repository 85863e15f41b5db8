import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveUpload } from '../../../src/services/import/uploads.ts';
import { id, integer, text } from '../../support/fields.ts';
import { giveUp, HandWorked } from '../../support/hand-worked.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';
import { type Ended, ServerProcess } from '../../support/server-process.ts';
import { rowOfTexts, workbookOf } from '../../support/workbook.ts';

onEveryEngine(
  'octavo import',
  ({ server, project }) => {
    let other: HandWorked;
    beforeAll(async () => {
      await project.write('POST', '/collections', {
        collection: 'goods',
        fields: [id, text('sku', { length: 20, unique: true }), text('name'), integer('stock')],
      });
      other = await HandWorked.open(project);
    });
    afterAll(() => other.close());

    const fileOf = (name: string, content: string | Uint8Array): string => {
      const file = join(server.data, name);
      writeFileSync(file, content);
      return file;
    };
    const octavo = (...args: readonly string[]): Promise<Ended> =>
      new ServerProcess([
        ...['import', ...args, '--data', server.data, '--project', project.key, '--collection', 'goods'],
      ]).ended();
    const piped = (lines: readonly string[], ...flags: readonly string[]): Promise<Ended> => {
      const args = ['import', ...flags, '--data', server.data, '--project', project.key, '--collection', 'goods'];
      return new ServerProcess(args, {}, undefined, undefined, lines.join('\n')).ended();
    };
    const goods = (): Promise<Payload[]> => project.read('/items/goods?sort=sku&limit=-1&fields=sku,name,stock');

    it('guesses the columns of a CSV file, and writes refused rows to a file that can be corrected', async () => {
      const file = fileOf('a.csv', `SKU;Name;Other\na1;Tea;x\n${'b'.repeat(30)};Long;y\na2;Rum;z\n`);
      const { code, stdout, stderr } = await octavo(file);
      expect([code, stdout]).toEqual([1, '2 items created, 0 updated, 1 rows refused\n']);
      expect(stderr).toContain('SKU -> sku');
      expect(stderr).toContain('left out: Other');
      const refused = readFileSync(`${file}.refused.csv`, 'utf8').replace(/^\uFEFF/, '');
      expect(refused.split('\n')[0]?.trim()).toBe(
        'SKU,Name,Other,refused_row,refused_column,refused_code,refused_message',
      );
      expect(refused).toContain('Long');
      const mended = fileOf('mended.csv', refused.replaceAll('b'.repeat(30), 'a3'));
      expect(await octavo(mended)).toMatchObject({ code: 0 });
      expect((await goods()).map(({ sku }) => sku)).toEqual(['a1', 'a2', 'a3']);
    });

    it('says in one line that the refused rows cannot be written', async () => {
      const file = fileOf('again.csv', `SKU;Name\n${'b'.repeat(30)};Long\n`);
      const { code, stderr } = await octavo(file, '--refused', join(server.data, 'nowhere', 'refused.csv'));
      expect(code).toBe(78);
      expect(stderr.trim().split('\n').at(-1)).toMatch(/^octavo: the refused rows cannot be written to .*nowhere/);
    });

    it('updates the items that a key finds, and creates the others, from JSON and from XLSX', async () => {
      const json = fileOf(
        'b.json',
        JSON.stringify([
          { sku: 'a1', stock: 5 },
          { sku: 'a4', stock: 6 },
        ]),
      );
      expect((await octavo(json, '--key', 'sku')).stdout).toBe('1 items created, 1 updated, 0 rows refused\n');
      const sheet = `${rowOfTexts(1, 'code', 'amount')}${rowOfTexts(2, 'a1', '7')}`;
      const xlsx = fileOf('c.xlsx', workbookOf({ sheets: { Goods: sheet } }));
      const mapping = JSON.stringify({ code: 'sku', amount: 'stock' });
      const done = await octavo(xlsx, '--mapping', mapping, '--key', 'sku', '--mode', 'update');
      expect(done).toMatchObject({ code: 0, stdout: '0 items created, 1 updated, 0 rows refused\n' });
      expect((await goods()).map(({ sku, stock }) => [sku, stock])).toEqual([
        ['a1', 7],
        ['a2', null],
        ['a3', null],
        ['a4', 6],
      ]);
      expect(existsSync(`${json}.refused.csv`)).toBe(false);
    });

    it('resumes an interrupted import, and imports no row twice', async () => {
      const rows = Array.from({ length: 60 }, (_, index) => `again ${index}`);
      const file = fileOf('d.csv', `name\n${rows.join('\n')}\n`);
      const { upload } = await receiveUpload(other.context(), Readable.from([readFileSync(file)]), 'd.csv');
      const made = await other.make({ kind: 'import', collection: 'goods', upload, name: file });
      const lease = await other.take(made);
      if (lease) await giveUp(other, lease, 3);
      const done = await octavo(file);
      expect(done.stderr).toMatch(/^job \d+ goes on after [1-9]\d* rows/);
      expect(done).toMatchObject({ code: 0, stdout: '60 items created, 0 updated, 0 rows refused\n' });
      const names = (await goods()).map(({ name }) => name).filter((name) => String(name).startsWith('again'));
      expect(names.sort()).toEqual(rows.sort());
    });

    it('imports the lines of stdin as they are, with nested items, and omits records only on request', async () => {
      const lines = ['{"sku": "s1", "name": " spaced ", "stock": null}', '{"sku": "s2", "name": ""}', '{"nothing": 1}'];
      const refused = join(server.data, 'stdin.csv');
      const first = await piped(lines, '--refused', refused);
      expect(first).toMatchObject({ code: 1, stdout: '2 items created, 0 updated, 1 rows refused\n' });
      expect(readFileSync(refused, 'utf8')).toMatch(/^\uFEFF?nothing,refused_row,[\w,]+\r?\n1,3,/);
      const again = await piped(['{"sku": "s1", "stock": 3}'], '--key', 'sku', '--activity');
      expect(again).toMatchObject({ code: 0, stdout: '0 items created, 1 updated, 0 rows refused\n' });
      expect((await goods()).filter(({ sku }) => String(sku).startsWith('s'))).toEqual([
        { sku: 's1', name: ' spaced ', stock: 3 },
        { sku: 's2', name: '', stock: null },
      ]);
      const records = '/activity?filter[collection]=goods&filter[user_agent]=octavo import&fields=action';
      expect(await project.read(records)).toEqual([{ action: 'update' }]);
    });

    it('has nothing to do if stdin is empty', async () => {
      const nothing = { code: 0, stdout: '0 items created, 0 updated, 0 rows refused\n', stderr: '' };
      expect(await piped([])).toMatchObject(nothing);
      expect((await piped([], '--format', 'csv')).code).toBe(78);
    });

    it('accepts another format from stdin with a flag, and resumes a named one', async () => {
      const csv = ['SKU;Name', 'p1;Piped'];
      expect(await piped(csv, '--format', 'csv', '--name', 'daily')).toMatchObject({ code: 0 });
      expect((await goods()).find(({ sku }) => sku === 'p1')).toMatchObject({ name: 'Piped' });
      const { upload } = await receiveUpload(other.context(), Readable.from(['{"name": "rest"}\n'.repeat(30)]), 'p');
      const made = await other.make({ kind: 'import', collection: 'goods', upload, name: 'daily' });
      const lease = await other.take(made);
      if (lease) await giveUp(other, lease, 1);
      expect((await piped(['{"sku": "p4"}'], '--name', 'daily')).stderr).toContain(`job ${made} goes on`);
      expect((await goods()).filter(({ name }) => name === 'rest')).toHaveLength(30);
      expect((await goods()).some(({ sku }) => sku === 'p4')).toBe(false);
    });

    it('says what is wrong with a command, and does nothing', async () => {
      const before = await goods();
      const strange = fileOf('e.csv', 'nothing,of\nthis,kind\n');
      for (const args of [
        [strange],
        [strange, '--mapping', '[]'],
        [strange, '--format', 'pdf'],
        ['/nowhere.csv'],
        [server.data],
      ]) {
        const { code, stdout, stderr } = await octavo(...args);
        expect([code, stdout]).toEqual([78, '']);
        expect(stderr).toMatch(/^octavo: /);
      }
      expect(await goods()).toEqual(before);
    });
  },
  { timeout: 120_000 },
);
