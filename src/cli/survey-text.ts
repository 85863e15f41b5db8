import type { FoundTable, Survey } from '../projects/adopt/survey.ts';

const SYSTEM: Readonly<Record<Survey['system'], string>> = {
  complete: 'The system collections are complete.',
  none: 'There are no system collections: they will be installed alongside the tables, with a first administrator.',
  incomplete: 'The system collections are incomplete or of another version. Missing:',
};

/** The survey of a database as text. */
export function surveyText(found: Survey): string {
  return [...systemLines(found), '', ...tableLines(found.tables), ...relationLines(found), ''].join('\n');
}

function systemLines({ system, missing, lastMigration }: Survey): string[] {
  const migration = lastMigration === null ? [] : [`Last migration: ${lastMigration}`];
  return [SYSTEM[system], ...missing.map((name) => `  ${name}`), ...migration];
}

function tableLines(tables: readonly FoundTable[]): string[] {
  const width = Math.max(0, ...tables.map(({ name }) => name.length));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const exact = tables.every((table) => table.exact);
  return [
    `${tables.length} tables, ${rowsText({ rows, exact })} rows`,
    ...tables.flatMap((table) => [
      `  ${table.name.padEnd(width)} ${rowsText(table).padStart(9)}`,
      ...table.problems.map((problem) => `    cannot be served in full: ${problem}`),
    ]),
  ];
}

const rowsText = ({ rows, exact }: Pick<FoundTable, 'rows' | 'exact'>): string => `${exact ? '' : 'about '}${rows}`;

function relationLines({ relations }: Survey): string[] {
  if (relations.length === 0) return [];
  return [
    '',
    'Foreign keys that --relations turns into relations:',
    ...relations.map(({ table, column, target, targetColumn }) => `  ${table}.${column} -> ${target}.${targetColumn}`),
  ];
}
