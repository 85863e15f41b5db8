import { unreadable } from '../unreadable.ts';
import type { Archive } from './archive.ts';
import { isBuiltInDate, isDateFormat } from './dates.ts';
import { readElements } from './elements.ts';
import { readStrings } from './strings.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_STYLES = 100_000;
/** The names of sheets are part of previews and of errors. */
const MAX_SHEETS = 1000;
const MAX_NAME_LENGTH = 255;

/** What is needed to read the sheets of a workbook. */
export interface Workbook {
  /** The archive parts of the sheets by sheet name, in order. */
  readonly sheets: ReadonlyMap<string, string>;
  /** The names of the visible sheets, or of all if none is visible. */
  readonly shown: readonly string[];
  readonly strings: readonly string[];
  /** Whether cells are dates, by style. */
  readonly dates: readonly boolean[];
  readonly since1904: boolean;
}

/** Reads everything in a workbook but its sheets. Error 4 if that fails. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const parts = await partsOf(archive);
  const sheets = new Map<string, string>();
  const shown: string[] = [];
  let since1904 = false;
  await readElements(await archive.open('xl/workbook.xml', MAX_BYTES), {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      const part = name === 'sheet' ? parts.get(attributes['r:id'] ?? attributes['ns:id'] ?? '') : undefined;
      if (!part) return;
      const title = (attributes.name ?? '').slice(0, MAX_NAME_LENGTH);
      sheets.set(title, part);
      if (!/hidden$/i.test(attributes.state ?? '')) shown.push(title);
      if (Math.max(sheets.size, shown.length) > MAX_SHEETS)
        throw unreadable('xlsx', `it has more than ${MAX_SHEETS} sheets`);
    },
  });
  if (sheets.size === 0) throw unreadable('xlsx', 'it has no sheet');
  const names = shown.length > 0 ? shown : [...sheets.keys()];
  return { sheets, shown: names, since1904, strings: await readStrings(archive), dates: await datesOf(archive) };
}

async function partsOf(archive: Archive): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  await readElements(await archive.open('xl/_rels/workbook.xml.rels', MAX_BYTES), {
    open(name, { Id: id, Target: target, Type: type }) {
      if (name !== 'Relationship' || !id || !target || !/\/worksheet$/.test(type ?? '')) return;
      parts.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  return parts;
}

async function datesOf(archive: Archive): Promise<boolean[]> {
  const dates: boolean[] = [];
  if (archive.size('xl/styles.xml') === undefined) return dates;
  const formats = new Map<number, boolean>();
  let inCells = false;
  await readElements(await archive.open('xl/styles.xml', MAX_BYTES), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') formats.set(Number(numFmtId), isDateFormat(formatCode ?? ''));
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells || dates.length >= MAX_STYLES) return;
      const id = Number(numFmtId ?? 0);
      dates.push(formats.get(id) ?? isBuiltInDate(id));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return dates;
}
