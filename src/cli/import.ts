import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import type { Context } from '../persistence/context.ts';
import { type Imported, importItems } from '../services/import/import.ts';
import { reported } from './failure.ts';
import { importTable, isTable, type TableFlags } from './import-table.ts';
import { Incomplete } from './incomplete.ts';
import { addDataFlag, withProject } from './with-project.ts';

interface ImportFlags extends TableFlags {
  readonly batch: string;
  readonly activity?: boolean;
  readonly name?: string;
}

const PROGRESS_MS = 1000;

/** Adds the command that creates items from lines of JSON. */
export function addImport(program: Command): void {
  addDataFlag(
    program.command('import').description('Create or change items by the rows of a file, or by the lines of stdin'),
  )
    .argument('[file]', 'CSV, JSON, XLSX, or lines of JSON objects; lines from stdin without one')
    .requiredOption('--project <key>', 'key of the project')
    .requiredOption('--collection <name>', 'where the items go')
    .option('--batch <number>', 'items of one transaction', '1000')
    .option('--activity', 'leave activity and revisions of each item')
    .option('--name <text>', 'the name under which an unfinished import is resumed; the path of the file if not given')
    .option('--format <format>', 'csv, json, ndjson or xlsx; known by the file without it')
    .option('--mapping <json>', 'a field for each column; guessed without it')
    .option('--key <fields>', 'finds the items that rows change, separated by commas; all are new without it')
    .option('--mode <mode>', 'insert, update or upsert')
    .option('--sheet <name>', 'of a workbook')
    .option('--delimiter <character>', 'of a CSV file')
    .option('--encoding <name>', 'utf-8, utf-16le, utf-16be or windows-1252')
    .option('--empty <what>', 'what empty cells do: leave the field alone, or make it null')
    .option('--stop', 'stop at the first row that is refused')
    .option('--refused <file>', 'where refused rows are written; the name of the file and .refused.csv without it')
    .action((file: string | undefined, flags: ImportFlags) => reported(() => importFrom(file, flags)));
}

async function importFrom(file: string | undefined, flags: ImportFlags): Promise<void> {
  const size = Number(flags.batch);
  if (!Number.isInteger(size) || size < 1 || size > 100_000)
    throw new ConfigError(`--batch must be a number from 1 to 100000, not "${flags.batch}"`);
  if (file !== undefined && !existsSync(file)) throw new ConfigError(`there is no file ${file}`);
  await withProject(flags, (context) =>
    file !== undefined && isTable(file, flags) ? importTable(context, file, flags) : run(context, file, flags, size),
  );
}

async function run(context: Context, file: string | undefined, flags: ImportFlags, size: number): Promise<void> {
  const name = flags.name ?? (file === undefined ? 'stdin' : resolve(file));
  const meter = new Meter();
  const imported = await importItems(
    {
      ...context,
      client: { ...context.client, userAgent: 'octavo import' },
      write: { ...context.write, skipActivity: flags.activity !== true && 'always' },
    },
    {
      collection: flags.collection,
      name,
      lines: linesOf(file),
      size,
      refused: (line, reason) => process.stderr.write(`line ${line}: ${reason}\n`),
      progress: (done) => meter.show(done),
    },
  );
  process.stdout.write(`${summary(imported)}, ${meter.rate(imported)} items/s\n`);
  if (imported.refused > 0) throw new Incomplete();
}

/** Reads the lines of a file or stdin, starting only when they are requested; earlier lines would be lost. */
async function* linesOf(file: string | undefined): AsyncGenerator<string> {
  const input = file === undefined ? process.stdin : createReadStream(file);
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

/** Reports the progress of an import now and then. */
class Meter {
  readonly #begun = performance.now();
  #shown = this.#begun;

  show(done: Imported): void {
    if (performance.now() - this.#shown < PROGRESS_MS) return;
    this.#shown = performance.now();
    process.stderr.write(`${summary(done)}, ${this.rate(done)} items/s\n`);
  }

  rate({ created }: Imported): number {
    return Math.round((created * 1000) / (performance.now() - this.#begun));
  }
}

function summary({ skipped, created, refused }: Imported): string {
  const before = skipped > 0 ? `, gone on after line ${skipped}` : '';
  return `${created} items created, ${refused} lines refused${before}`;
}
