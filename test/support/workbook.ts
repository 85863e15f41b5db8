import { crc32, deflateRawSync } from 'node:zlib';
import { Spool } from '../../src/storage/spool.ts';

/** A file in an archive; `claims` is the size that the archive declares for it. */
export interface Part {
  readonly content: string | Buffer;
  readonly claims?: number;
}

/** A ZIP archive of files, as spreadsheets write it. */
export function zipOf(parts: Readonly<Record<string, string | Part>>): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(parts)) {
    const { content, claims } = typeof given === 'string' ? { content: given, claims: undefined } : given;
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = headOf(Buffer.from(name), packed, crc32(bytes), claims ?? bytes.length);
    const file = Buffer.concat([word(0x04034b50, 4), head, Buffer.from(name), packed]);
    files.push(file);
    const tail = Buffer.concat([word(0, 2), word(0, 2), word(0, 2), word(0, 4), word(offset, 4)]);
    list.push(Buffer.concat([word(0x02014b50, 4), word(20, 2), head, tail, Buffer.from(name)]));
    offset += file.length;
  }
  const directory = Buffer.concat(list);
  const count = word(list.length, 2);
  const end = [word(0x06054b50, 4), word(0, 4), count, count, word(directory.length, 4), word(offset, 4), word(0, 2)];
  return Buffer.concat([...files, directory, ...end]);
}

const headOf = (name: Buffer, packed: Buffer, sum: number, size: number): Buffer =>
  Buffer.concat([
    word(20, 2),
    word(0x800, 2),
    word(8, 2),
    word(0, 4),
    word(sum, 4),
    word(packed.length, 4),
    word(size, 4),
    word(name.length, 2),
    word(0, 2),
  ]);

function word(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 2) buffer.writeUInt16LE(value);
  else buffer.writeUInt32LE(value >>> 0);
  return buffer;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Contents of a workbook. */
export interface Workbook {
  /** The rows of each sheet as XML, by sheet name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly hidden?: readonly string[];
  readonly strings?: string;
  readonly styles?: string;
  readonly since1904?: boolean;
  /** Used instead of the files' own names. */
  readonly target?: string;
  readonly more?: Readonly<Record<string, string | Part>>;
}

/** The files of a workbook. */
export function partsOf({ sheets, hidden = [], strings, styles, since1904, target, more }: Workbook) {
  const names = Object.keys(sheets);
  const listed = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  );
  const related = names.map(
    (_, at) =>
      `<Relationship Id="r${at + 1}" Type="${RELATED}/worksheet" Target="${target ?? `worksheets/sheet${at + 1}.xml`}"/>`,
  );
  const rows = Object.values(sheets).map(
    (xml, at) =>
      [`xl/worksheets/sheet${at + 1}.xml`, `${XML}<worksheet><sheetData>${xml}</sheetData></worksheet>`] as const,
  );
  const properties = since1904 ? '<workbookPr date1904="1"/>' : '';
  return {
    'xl/workbook.xml': `${XML}<workbook xmlns:r="${RELATED}">${properties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships>${related.join('')}</Relationships>`,
    ...Object.fromEntries(rows),
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `${XML}<sst>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `${XML}<styleSheet>${styles}</styleSheet>` }),
    ...more,
  };
}

/** A row of text cells. */
export const rowOfTexts = (number: number, ...texts: readonly string[]): string =>
  `<row r="${number}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

export const workbookOf = (workbook: Workbook): Buffer => zipOf(partsOf(workbook));

/** A spool with these bytes. */
export async function spoolOf(content: string | Buffer): Promise<Spool> {
  const spool = await Spool.make();
  await spool.add(Buffer.from(content));
  return spool;
}
