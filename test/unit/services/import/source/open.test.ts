import { expect, it, vi } from 'vitest';
import { openTable } from '../../../../../src/services/import/source/open.ts';
import type { FileFormat, ReadingOptions, TableFile } from '../../../../../src/services/import/source/row.ts';
import { longestPause } from '../../../../support/longest-pause.ts';
import { threadMemory } from '../../../../support/thread-memory.ts';
import { partsOf, rowOfTexts, spoolOf, type Workbook, workbookOf, zipOf } from '../../../../support/workbook.ts';

type Read = Pick<TableFile, 'format' | 'options' | 'sheets'> & {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly numbers: readonly number[];
  readonly faults: readonly number[];
};

/** Reads a whole file. */
async function read(content: string | Buffer, options: ReadingOptions = {}, format?: FileFormat): Promise<Read> {
  const spool = await spoolOf(content);
  try {
    const table = await openTable(spool, format, options);
    const rows = [];
    const [numbers, faults]: [number[], number[]] = [[], []];
    for await (const { values, number, fault } of table.read().rows()) {
      rows.push(Object.fromEntries(values));
      numbers.push(number);
      if (fault) faults.push(number);
    }
    return { format: table.format, options: table.options, sheets: table.sheets, rows, numbers, faults };
  } finally {
    await spool.close();
  }
}

const rowsOf = async (content: string | Buffer, options?: ReadingOptions) => (await read(content, options)).rows;

const HEAD = rowOfTexts(1, 'a', 'b');
const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="dd&quot;. day&quot;"/><numFmt numFmtId="165" formatCode="0&quot; days&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs>';
const sheet = (rows: string, more: Partial<Workbook> = {}): Buffer => workbookOf({ sheets: { One: rows }, ...more });

it.each([
  ['a number', '<c r="A2"><v>1.5</v></c>', 1.5],
  ['a large number', '<c r="A2"><v>1E+21</v></c>', 1e21],
  ['a shared text', '<c r="A2" t="s"><v>1</v></c>', 'rich text'],
  ['a shared text without its pronunciation', '<c r="A2" t="s"><v>2</v></c>', '東京'],
  ['a shared text that is missing', '<c r="A2" t="s"><v>99</v></c><c r="B2"><v>1</v></c>', null],
  ['an inline text', '<c r="A2" t="inlineStr"><is><r><t>one </t></r><r><t>two</t></r></is></c>', 'one two'],
  [
    'an inline text without its pronunciation',
    '<c r="A2" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
    '東京',
  ],
  ['a shared text with a character by its number', '<c r="A2" t="s"><v>3</v></c>', 'one\r\ntwo _x000D_'],
  ['a text of a formula with a character by its number', '<c r="A2" t="str"><v>a_x0009_b</v></c>', 'a\tb'],
  ['the stored value of a formula', '<c r="A2"><f>SUM(B1:B9)</f><v>42</v></c>', 42],
  ['the stored text of a formula', '<c r="A2" t="str"><f>A1&amp;"x"</f><v>ax</v></c>', 'ax'],
  ['a truth', '<c r="A2" t="b"><v>1</v></c>', true],
  ['an untruth', '<c r="A2" t="b"><v>0</v></c>', false],
  ['a day', '<c r="A2" s="1"><v>45000</v></c>', '2023-03-15'],
  ['a moment', '<c r="A2" s="2"><v>45000.75</v></c>', '2023-03-15 18:00:00'],
  ['a time', '<c r="A2" s="5"><v>0.5</v></c>', '12:00:00'],
  ['a day before March 1900', '<c r="A2" s="1"><v>59</v></c>', '1900-02-28'],
  ['a day after February 1900', '<c r="A2" s="1"><v>61</v></c>', '1900-03-01'],
  ['a day in a format of the workbook', '<c r="A2" s="3"><v>45000</v></c>', '2023-03-15'],
  ['a number in a format that only quotes letters of dates', '<c r="A2" s="4"><v>45000</v></c>', 45_000],
  ['a number in a style that there is not', '<c r="A2" s="77"><v>45000</v></c>', 45_000],
  ['a number that is no date', '<c r="A2" s="1"><v>-3</v></c>', -3],
  ['entities', '<c r="A2" t="str"><v>&lt;b&gt; &amp;amp; &#x41;</v></c>', '<b> &amp; A'],
])('a workbook has %s', async (_, cell, value) => {
  const strings =
    '<si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r></si><si><t>東京</t><rPh><t>トウキョウ</t></rPh></si><si><t>one_x000D_\ntwo _x005F_x000D_</t></si>';
  const rows = await rowsOf(sheet(`${HEAD}<row r="2">${cell}</row>`, { strings, styles: STYLES }));
  expect(rows).toHaveLength(1);
  expect(rows[0]?.a).toEqual(value);
});

it('dates of a workbook that counts from 1904 are four years later', async () => {
  const rows = `${HEAD}<row r="2"><c r="A2" s="1"><v>43538</v></c></row>`;
  expect(await rowsOf(sheet(rows, { styles: STYLES, since1904: true }))).toEqual([{ a: '2023-03-15', b: null }]);
});

it('a time of a workbook that counts from 1904 is a time', async () => {
  const rows = `${HEAD}<row r="2"><c r="A2" s="5"><v>0.5</v></c></row>`;
  expect(await rowsOf(sheet(rows, { styles: STYLES, since1904: true }))).toEqual([{ a: '12:00:00', b: null }]);
});

it('rows and cells that a workbook omits are empty, and its numbers are those that people see', async () => {
  const rows = `${rowOfTexts(3, 'a', '', 'c')}<row r="7"><c r="C7"><v>3</v></c><c r="A7"><v>1</v></c></row><row r="9"/><row><c><v>5</v></c></row>`;
  const found = await read(sheet(rows));
  expect(found.rows).toEqual([
    { a: 1, 'Column 2': null, c: 3 },
    { a: 5, 'Column 2': null, c: null },
  ]);
  expect(found.numbers).toEqual([7, 10]);
});

it('a workbook is read from its first visible sheet, or from the named one', async () => {
  const sheets = { Notes: rowOfTexts(1, 'n') + rowOfTexts(2, 'hidden'), Data: HEAD + rowOfTexts(2, '1', '2') };
  const content = workbookOf({ sheets, hidden: ['Notes'] });
  expect(await read(content)).toMatchObject({
    options: { sheet: 'Data' },
    sheets: ['Data'],
    rows: [{ a: '1', b: '2' }],
  });
  expect(await rowsOf(content, { sheet: 'Notes' })).toEqual([{ n: 'hidden' }]);
  expect(await read(workbookOf({ sheets, hidden: ['Notes', 'Data'] }))).toMatchObject({ options: { sheet: 'Notes' } });
  await expect(read(content, { sheet: 'Other' })).rejects.toMatchObject({ code: 4 });
});

/** Overwrites the beginning of a part of the archive. */
function spoilt(content: Buffer, part: string): Buffer {
  content.fill(0xff, content.indexOf(part) + part.length, content.indexOf(part) + part.length + 20);
  return content;
}

const laughs = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
const bomb = Buffer.alloc(20 * 1024 * 1024, 0x20);
const plain = partsOf({ sheets: { One: HEAD } });

const LONG = 'x'.repeat(1_500_000);
const sharing = (cells: number): string => `<row r="2">${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`;

it.each<[string, () => Buffer]>([
  ['entities that it defines', () => zipOf({ ...plain, 'xl/workbook.xml': `${laughs}${plain['xl/workbook.xml']}` })],
  [
    'entities that a sheet defines',
    () => zipOf({ ...plain, 'xl/worksheets/sheet1.xml': `${laughs}<sheetData>&b;</sheetData>` }),
  ],
  ['a part that unpacks to more than it may have', () => zipOf({ ...plain, 'xl/workbook.xml': { content: bomb } })],
  [
    'a part that unpacks to more than it says',
    () => zipOf({ ...plain, 'xl/workbook.xml': { content: bomb, claims: 100 } }),
  ],
  [
    'a text of megabytes',
    () => zipOf({ ...plain, 'xl/worksheets/sheet1.xml': `<row><c t="str"><v>${'x'.repeat(5_000_000)}</v></c></row>` }),
  ],
  [
    'an attribute of megabytes',
    () => zipOf({ ...plain, 'xl/worksheets/sheet1.xml': `<row r="${'1'.repeat(1_500_000)}"/>` }),
  ],
  [
    'a sheet that is far larger than the file',
    () => zipOf({ ...plain, 'xl/worksheets/sheet1.xml': `<sheetData>${HEAD}${'<a/>'.repeat(5_000_000)}</sheetData>` }),
  ],
  ['elements without end', () => zipOf({ ...plain, 'xl/worksheets/sheet1.xml': '<a>'.repeat(1000) })],
  ['a cell in a column far away', () => sheet(`${HEAD}<row r="2"><c r="ZZZ2"><v>1</v></c></row>`)],
  [
    'a row of cells that all have the same long text',
    () => workbookOf({ sheets: { One: `${HEAD}${sharing(12)}` }, strings: `<si><t>${'x'.repeat(1_000_000)}</t></si>` }),
  ],
  ['a row of texts that are long together', () => sheet(`${HEAD}${rowOfTexts(2, LONG, LONG, LONG)}`)],
  ['more rows than sheets have', () => sheet(`${HEAD}${'<row/>'.repeat(1_048_577)}`)],
  ['more cells in a row than sheets have', () => sheet(`${HEAD}<row>${'<c r="A2"/>'.repeat(16_385)}</row>`)],
  ['parts whose names lead elsewhere', () => zipOf({ ...plain, '../../etc/passwd': 'x' })],
  ['a sheet that is elsewhere', () => sheet(HEAD, { target: '../../../etc/passwd' })],
  ['bytes that do not unpack', () => spoilt(sheet(HEAD), 'xl/worksheets/sheet1.xml')],
  ['no sheet', () => workbookOf({ sheets: {} })],
  [
    'names of very many sheets',
    () => workbookOf({ sheets: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`s${at}`, HEAD])) }),
  ],
  ['no more than its beginning', () => sheet(HEAD).subarray(0, 200)],
  ['no parts of a workbook', () => zipOf({ 'word/document.xml': '<x/>' })],
])('a workbook with %s is refused as a file that cannot be read', async (_, make) => {
  const before = threadMemory();
  await expect(read(make())).rejects.toMatchObject({ code: 4 });
  expect(threadMemory() - before).toBeLessThan(400 * 1024 * 1024);
});

it('a row with a number beyond all rows takes no more than itself', async () => {
  const found = await read(sheet(`${HEAD}<row r="4294967295"><c><v>1</v></c></row>`));
  expect(found).toMatchObject({ rows: [{ a: 1, b: null }], numbers: [4_294_967_295] });
});

it.each<[string, string | Buffer, Partial<Read>]>([
  ['commas', 'a,b\n1,2\n', { options: { encoding: 'utf-8', delimiter: ',' }, rows: [{ a: '1', b: '2' }] }],
  [
    'semicolons, with commas in numbers',
    'a;b\n1,5;2,5\n3,5;4,5\n',
    {
      rows: [
        { a: '1,5', b: '2,5' },
        { a: '3,5', b: '4,5' },
      ],
    },
  ],
  ['tabs', 'a\tb\n1\t2\n', { rows: [{ a: '1', b: '2' }] }],
  ['bars', 'a|b\n1|2\n', { rows: [{ a: '1', b: '2' }] }],
  ['delimiters, quotes and lines within quotes', 'a,b\r\n"x,""y""\nz",2\r\n', { rows: [{ a: 'x,"y"\nz', b: '2' }] }],
  [
    'lines that end in several ways',
    'a,b\r\n1,2\n3,4\r5,6\r\n',
    {
      rows: [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
        { a: '5', b: '6' },
      ],
    },
  ],
  ['a column whose lines end in several ways', 'a\r\n1\n2\r\n', { rows: [{ a: '1' }, { a: '2' }] }],
  ['a byte order mark', '\uFEFFa,b\n1,2', { rows: [{ a: '1', b: '2' }] }],
  ['headings that repeat or are missing', 'a,a,\n1,2,3\n', { rows: [{ a: '1', 'a (2)': '2' }], faults: [2] }],
  ['rows that are too short or too long', 'a,b\n1\n1,2,3\n4,5\n', { faults: [2, 3], numbers: [2, 3, 4] }],
  ['empty rows between others', 'a,b\n\n,\n1,2\n', { rows: [{ a: '1', b: '2' }], numbers: [4] }],
  ['empty rows before the headings', '\n;\na;b\n1;2\n', { rows: [{ a: '1', b: '2' }], faults: [], numbers: [4] }],
  ['formulas that an export has guarded', "a,b\n'=1+1,'x\n", { rows: [{ a: '=1+1', b: "'x" }] }],
  [
    'Windows-1252',
    Buffer.from('a,b\nM\xfcller,\x80\n', 'latin1'),
    { options: { encoding: 'windows-1252', delimiter: ',' }, rows: [{ a: 'Müller', b: '€' }] },
  ],
  ['UTF-16', Buffer.from('\uFEFFa,b\nMüller,2\n', 'utf16le'), { rows: [{ a: 'Müller', b: '2' }] }],
  ['UTF-16 without its mark', Buffer.from('a,b\nMuller,2\n', 'utf16le'), { rows: [{ a: 'Muller', b: '2' }] }],
  ['one column', 'name\nAnn\nBen\n', { rows: [{ name: 'Ann' }, { name: 'Ben' }] }],
  ['headings only', 'a,b\n', { rows: [] }],
])('CSV with %s is read', async (_, content, expected) => {
  expect(await read(content)).toMatchObject({ format: 'csv', ...expected });
});

it.each<[string, string, FileFormat, Partial<Read>]>([
  ['a list', '[{"a":1},{"a":{"b":[1]}}]', 'json', { rows: [{ a: 1 }, { a: { b: [1] } }] }],
  [
    'an answer of the API',
    '{"meta":{"data":[1]},"data":[{"a":"]"},{"a":"\\""}],"public":true}',
    'json',
    { rows: [{ a: ']' }, { a: '"' }] },
  ],
  ['an empty list', ' [] \n', 'json', { rows: [] }],
  ['members after the list', '{"data":[{"a":1}],"meta":{"links":["]}"]}}\n', 'json', { rows: [{ a: 1 }] }],
  ['lines', '{"a":1}\n\n{"a":2,"b":3}\n', 'ndjson', { rows: [{ a: 1 }, { a: 2, b: 3 }] }],
  ['one line', '{"a":1}', 'ndjson', { rows: [{ a: 1 }] }],
  ['an object over several lines', '{\n"data": [{"a":1}]}', 'json', { rows: [{ a: 1 }] }],
])('JSON with %s is recognised and read', async (_, content, format, expected) => {
  expect(await read(content)).toMatchObject({ format, ...expected });
});

it('an invalid item of JSON has a fault, and the others are read', async () => {
  expect((await read('[{"a":1},5,{"a":2}]')).faults).toEqual([2]);
  expect((await read('{"a":1}\n{"a":\n{"a":3}\n', {}, 'ndjson')).faults).toEqual([2]);
});

it.each([
  ['a list that ends early', '[{"a":1},'],
  ['neither a list nor an object', '[1'],
  ['an object without a list', '{\n"rows": []}'],
  ['two lists', '[{"a":1}]\n[{"a":2}]'],
  ['a text after the list', '[{"a":1}]"b"'],
  ['a second object', '{"data":[{"a":1}]}\n{"data":[{"a":2}]}'],
  ['an object that ends early', '{"data":[{"a":1}],"meta":{"page":1}'],
])('JSON with %s is refused', async (_, content) => {
  await expect(read(content, {}, 'json')).rejects.toMatchObject({ code: 4 });
});

it.each([
  ['nothing in it', ''],
  ['a GZIP file', Buffer.from('1f8b0800', 'hex')],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['a PDF document', '%PDF-1.7'],
  ['a quote that is not closed', `a,b\n"${'x'.repeat(5_000_000)}`],
  ['a row of very many cells', `a,b\n${','.repeat(100_001)}\n`],
  ['a row of very many quoted cells', `a,b\n${'"x",'.repeat(100_001)}\n`],
  ['a row of very many cells after a quote within a cell', `a,b\na"b${','.repeat(100_001)}\n`],
  ['a row of very many cells before a quote that continues a cell', `a,b\n"x"y"${','.repeat(100_001)}\n`],
  ['more columns than are possible', `${Array.from({ length: 1001 }, (_, at) => `c${at}`).join()}\n`],
])('%s is refused', async (_, content) => {
  await expect(read(content)).rejects.toMatchObject({ status: 422 });
});

it('a cell may contain any number of delimiters in quotes', async () => {
  const cell = 'x,'.repeat(200_000);
  expect(await rowsOf(`a,b\n"${cell}",2\n`)).toEqual([{ a: cell, b: '2' }]);
  expect(await rowsOf(`a,b\n"${cell}""${cell}",2\n`)).toEqual([{ a: `${cell}"${cell}`, b: '2' }]);
});

const formats = (code: string, cells: number): string =>
  `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>` +
  `<cellXfs>${'<xf numFmtId="164"/>'.repeat(cells)}</cellXfs>`;

it.each([
  ['a long format of numbers in many cells', sheet(HEAD, { styles: formats('['.repeat(20_000), 2_000) })],
  ['long headings that are all alike', `${Array(1000).fill('x'.repeat(4000)).join()}\n1,2\n`],
])('%s: reading them holds nobody up', async (_, content) => {
  expect(await longestPause(() => read(content).catch(() => {}))).toBeLessThan(600);
});

it('a cell of a workbook may be as long as a row', async () => {
  const text = 'x'.repeat(4_000_000);
  expect(await rowsOf(sheet(`${HEAD}${rowOfTexts(2, text, 'y')}`))).toEqual([{ a: text, b: 'y' }]);
});

it('headings that are alike are numbered', async () => {
  expect(await rowsOf('x,x (2),x,x,,Column 5\n1,2,3,4,5,6\n')).toEqual([
    { x: '1', 'x (2)': '2', 'x (3)': '3', 'x (4)': '4', 'Column 5': '5', 'Column 5 (2)': '6' },
  ]);
});

it('an item of JSON with far too many members, names or levels is refused before it is parsed', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const named = `{"a":{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join()}}}`;
  expect((await read(`[${deep},${named},{"a":1}]`)).faults).toEqual([1, 2]);
  const wide = `{${Array.from({ length: 1001 }, (_, at) => `"k${at}":1`).join()}}`;
  await expect(read(`[${wide}]`)).rejects.toMatchObject({ status: 422 });
  expect(parse.mock.calls).toEqual([['{"a":1}']]);
  parse.mockRestore();
});

const CSV = 'name;note\r\n"a ""b""";"two\r\nlines"\r\n\r\ntoo;many;cells\r\nä✓𝄞;\r\nlast;one';

it.each([
  ['as it is', Buffer.from(CSV)],
  ['with a mark', Buffer.from(`\uFEFF${CSV}`)],
  ['with other ends of lines', Buffer.from(CSV.replaceAll('\r\n', '\n'))],
  ['with empty lines before it', Buffer.from(`\r\n\r\n${CSV}`)],
  ['over many chunks', Buffer.from(`${CSV}${'\r\nmore;✓'.repeat(20_000)}`)],
])('a CSV file in UTF-8 is read on after any row, %s', async (_, content) => {
  const spool = await spoolOf(content);
  try {
    const table = await openTable(spool, 'csv', {});
    const all = [];
    for await (const row of table.read().rows()) all.push(row);
    for (const at of [0, 1, 2, all.length - 2, all.length - 1]) {
      const rest = [];
      for await (const row of table.read(all[at]?.place).rows()) rest.push(row);
      expect(rest).toEqual(all.slice(at + 1));
    }
  } finally {
    await spool.close();
  }
});

it('a file in another encoding has no positions, so that it is read from its beginning', async () => {
  const spool = await spoolOf(Buffer.from(CSV.replace('✓𝄞', ''), 'latin1'));
  const places = [];
  for await (const { place } of (await openTable(spool, 'csv', {})).read().rows()) places.push(place);
  await spool.close();
  expect(new Set(places)).toEqual(new Set([undefined]));
});
