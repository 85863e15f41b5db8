import { DatabaseSync } from '@photostructure/sqlite';
import type { Ddl, Dialect } from '../../src/dialects/dialect.ts';
import { mysql } from '../../src/dialects/mysql/dialect.ts';
import { postgres } from '../../src/dialects/postgres/dialect.ts';
import { sqlite } from '../../src/dialects/sqlite/dialect.ts';
import type { Table } from '../../src/schema/column.ts';
import { tidied } from '../../src/schema/table-index.ts';
import { tableOf } from './table-line.ts';

const DIALECTS: readonly Dialect[] = [sqlite, mysql, postgres];
const LINE = /^(create|alter|drop|count) ([^\s:]+)(?:: (.*))?$/;

/** The DDL that a line requests of an engine, and what must exist before. */
interface Change {
  readonly statements: (ddl: Ddl) => string[];
  readonly given: (ddl: Ddl) => string[];
}

/** Statements that create a table on SQLite, with the names that other programs gave to its unique indexes. */
function foreignNames({ name: table, uniqueNames = {} }: Table, statements: readonly string[]): string[] {
  const names = Object.entries(uniqueNames).filter(([, name]) => !name.startsWith('sqlite_'));
  return statements.map((text) =>
    names.reduce((renamed, [columns, name]) => {
      return renamed.replace(`"unique ${table} ${JSON.parse(columns).join(' ')}"`, `"${name}"`);
    }, text),
  );
}

function changeOf(line: string): Change {
  const [, verb, rawName = '', text = ''] = LINE.exec(line) ?? [];
  const name = rawName.replaceAll('␣', ' ');
  const [from = '', to = ''] = text.split(' => ');
  const none = (): string[] => [];
  switch (verb) {
    case 'create':
      return { given: none, statements: (ddl) => ddl.create(tableOf(name, text)) };
    case 'alter': {
      const [before, after] = [tableOf(name, from), tidied(tableOf(name, to))];
      return {
        given: (ddl) => foreignNames(before, ddl.create(before)),
        statements: (ddl) => ddl.alter(before, after),
      };
    }
    case 'drop':
      return {
        given: (ddl) => ddl.create(tableOf(name, 'id INT key auto')),
        statements: (ddl) => ddl.drop(name),
      };
    case 'count': {
      const [column = '', next = ''] = text.split(' ');
      const given = (ddl: Ddl): string[] => ddl.create(tableOf(name, `${column} INT key auto`));
      return { given, statements: (ddl) => ddl.count(name, column, BigInt(next)) };
    }
    default:
      throw new Error(`"${line}" is not a case`);
  }
}

/** SQLite's refusal of a change; empty if it carries out the change. */
function refusalOf({ given, statements }: Change): string[] {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec('CREATE TABLE other (id INTEGER PRIMARY KEY AUTOINCREMENT)');
    for (const text of [...given(sqlite.ddl), ...statements(sqlite.ddl)]) database.exec(text);
    return [];
  } catch (error) {
    return [`  refused  ${(error as Error).message}`];
  } finally {
    database.close();
  }
}

/** The statements of a change of a table on each engine. SQLite carries them out. */
export function renderDdl(line: string): string {
  const change = changeOf(line);
  const lines = DIALECTS.flatMap(({ engine, ddl }) => {
    const statements = change.statements(ddl);
    return (statements.length > 0 ? statements : ['nothing']).map((text) => `  ${engine.padEnd(8)} ${text}`);
  });
  return [...lines, ...refusalOf(change)].join('\n');
}
