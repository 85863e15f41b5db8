import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './built.ts';

/** A table as the documentation shows it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

const escaped = (cell: string): string => cell.replaceAll('|', '\\|');

/**
 * The text between the markers of a section in a document of the repository. If UPDATE_DOCS is set, `wanted` is written
 * there first.
 */
export function section(file: string, name: string, wanted: string): string {
  const path = join(ROOT, file);
  const [open, close] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
  const text = readFileSync(path, 'utf8');
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`${file} has no section ${name}`);
  if (process.env.UPDATE_DOCS === undefined) return text.slice(start + open.length, end);
  writeFileSync(path, text.slice(0, start + open.length) + wanted + text.slice(end));
  return wanted;
}

/** The cells of the table in a section, row by row, without the header. */
export function rowsOf(file: string, name: string): string[][] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const [, content = ''] = text.split(new RegExp(`<!-- /?${name} -->\\n?`));
  const lines = content.trim().split('\n').slice(2);
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
