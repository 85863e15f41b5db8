import type { Command } from 'commander';
import { requireFile } from './existing-file.ts';
import { reported } from './failure.ts';
import { type ImportFlags, runImport } from './run-import.ts';
import { addDataFlag, withProject } from './with-project.ts';

/** Adds the command that creates or updates items from the rows of a file. */
export function addImport(program: Command): void {
  addDataFlag(program.command('import').description('Create or change items by the rows of a file or of stdin'))
    .argument('[file]', 'CSV, JSON, XLSX, or lines of JSON objects; stdin without one')
    .requiredOption('--project <key>', 'key of the project')
    .requiredOption('--collection <name>', 'where the items go')
    .option('--activity', 'leave activity and revisions of each item')
    .option('--name <text>', 'the name under which an unfinished import is resumed; the path of the file if not given')
    .option('--format <format>', 'csv, json, ndjson or xlsx; known by the file without it, ndjson for stdin')
    .option('--mapping <json>', 'a field for each column; guessed without it, but lines of JSON name their fields')
    .option('--key <fields>', 'finds the items that rows change, separated by commas; all are new without it')
    .option('--mode <mode>', 'insert, update or upsert')
    .option('--sheet <name>', 'of a workbook')
    .option('--delimiter <character>', 'of a CSV file')
    .option('--encoding <name>', 'utf-8, utf-16le, utf-16be or windows-1252')
    .option('--empty <what>', 'what empty cells do: leave the field alone, make it null, or keep: be its value')
    .option('--stop', 'stop at the first row that is refused')
    .option('--refused <file>', 'where refused rows are written; the name of the file and .refused.csv without it')
    .action((file: string | undefined, flags: ImportFlags) => reported(() => importFrom(file, flags)));
}

async function importFrom(file: string | undefined, flags: ImportFlags): Promise<void> {
  if (file !== undefined) requireFile(file);
  await withProject(flags, ({ client, write, ...context }) =>
    runImport(
      {
        ...context,
        client: { ...client, userAgent: 'octavo import' },
        write: { ...write, skipActivity: flags.activity !== true },
      },
      file,
      flags,
    ),
  );
}
