import { type Column, parseDeclaration, type Table, type TableIndex } from '../../src/schema/column.ts';
import { octavoIndex, withTextIndex } from '../../src/schema/table-index.ts';

const COLUMN =
  /^(\S+) (\w+(?: PRECISION)?(?:\((?:'[^']*'|[^')])*\))?(?: unsigned)?)((?: \w+(?:=(?:"(?:[^"\\]|\\.)*"|\{.*?\}|\S+))?)*)$/;
const ATTRIBUTE = / (\w+)(?:=("(?:[^"\\]|\\.)*"|\{.*?\}|\S+))?/g;
const INDEX = /^index(?: (\S+))? \(([^)]*)\)(?: as (.*))?$/;
const TEXT = /^text \(([^)]*)\)$/;
const TOGETHER = /^unique(?: (\S+))? \(([^)]*)\)$/;

const listed = (names = ''): string[] => names.split(',').map((name) => name.trim());
const shown = (name: string): string => name.replaceAll('␣', ' ');

function attributesOf(text: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', value]) => {
      if (value === undefined) return [name, true];
      return [name, /^["{]/.test(value) ? JSON.parse(value) : value];
    }),
  );
}

const KNOWN = new Set(['null', 'default', 'key', 'auto', 'unique', 'comment', 'collation', 'native']);

/** Reads a column in short form: `price DECIMAL(10,2) null default="0.00"`. */
export function columnOf(text: string): Column {
  const [, name, declaration = '', rest = ''] = COLUMN.exec(text) ?? [];
  const given = attributesOf(rest);
  const unknown = Object.keys(given).find((attribute) => !KNOWN.has(attribute));
  if (!name || unknown !== undefined) throw new Error(`"${text}" is not a column`);
  return {
    name: shown(name),
    ...parseDeclaration(declaration),
    nullable: given.null === true,
    default: (given.default as string | undefined) ?? null,
    primaryKey: given.key === true,
    autoIncrement: given.auto === true,
    unique: given.unique === true,
    comment: (given.comment as string | undefined) ?? '',
    ...(given.collation !== undefined && { collation: given.collation as string }),
    ...(given.native !== undefined && { native: given.native as Record<string, string> }),
  };
}

function indexOf(table: string, [, name, names, native]: RegExpExecArray): TableIndex {
  const columns = listed(names);
  if (name === undefined) return octavoIndex(table, columns);
  return { name, columns, plain: true, ...(native !== undefined && { native }) };
}

/**
 * Reads a table in short form: columns, `unique (a, b)`, `index (a)` and `text (a)` with bars between them. An index with a name is
 * not Octavo's; `indexes unknown` is a table that does not say which it has.
 */
export function tableOf(name: string, text: string): Table {
  const parts = text.split(' | ').map((part) => part.trim());
  const together = parts.flatMap((part) => {
    const found = TOGETHER.exec(part);
    return found ? [found] : [];
  });
  const indexes = parts.flatMap((part) => {
    const found = INDEX.exec(part);
    return found ? [indexOf(name, found)] : [];
  });
  const columns = parts.filter(
    (part) => ![TOGETHER, INDEX, TEXT].some((form) => form.test(part)) && part !== 'indexes unknown',
  );
  const names = together.flatMap(([, key, columns]) => (key ? [[JSON.stringify(listed(columns)), key]] : []));
  const texts = parts.flatMap((part) => TEXT.exec(part)?.[1] ?? []);
  const table = {
    name,
    columns: columns.map(columnOf),
    uniqueTogether: together.map(([, , columns]) => listed(columns)).filter(({ length }) => length > 1),
    ...(names.length > 0 && { uniqueNames: Object.fromEntries(names) }),
    ...(!parts.includes('indexes unknown') && { indexes }),
  };
  return table.columns.filter((column) => texts.includes(column.name)).reduce(withTextIndex, table);
}
