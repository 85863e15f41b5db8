import { createReadStream, createWriteStream } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '../config/config-error.ts';
import { ApiError } from '../errors/api-error.ts';
import { writeExport } from '../http/export/write.ts';
import type { Context } from '../persistence/context.ts';
import { previewImport } from '../services/import/preview.ts';
import { receiveUpload } from '../services/import/uploads.ts';
import { cancelJob, resumeJob } from '../services/jobs/change.ts';
import { createJob } from '../services/jobs/create.ts';
import { listJobs } from '../services/jobs/list.ts';
import { readRefused } from '../services/jobs/refused.ts';
import type { ShownJob } from '../services/jobs/show.ts';
import { isRecord } from '../shared/is-record.ts';
import { messageOf } from '../shared/message-of.ts';
import { parseJson } from '../shared/parse-json.ts';
import { asText } from '../shared/text.ts';
import { done } from './do-job.ts';
import { Incomplete } from './incomplete.ts';
import { printable } from './printable.ts';
import type { ProjectFlags } from './with-project.ts';

/** Flags of an import. */
export interface ImportFlags extends ProjectFlags {
  readonly collection: string;
  readonly activity?: true;
  readonly name?: string;
  readonly format?: string;
  readonly mapping?: string;
  readonly key?: string;
  readonly mode?: string;
  readonly sheet?: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly empty?: string;
  readonly stop?: true;
  readonly refused?: string;
}

/** File extensions that identify the format; other files are lines of JSON. */
const TABLES: ReadonlySet<string> = new Set(['.csv', '.tsv', '.json', '.xlsx']);
const STDIN = 'stdin';

/**
 * Imports a file, or stdin, with a job of the server. An interrupted import of the same file is resumed; for stdin,
 * that requires a name. Refused rows are written to a separate file. Throws {@link Incomplete} if there are any.
 */
export async function runImport(context: Context, file: string | undefined, flags: ImportFlags): Promise<void> {
  const name = flags.name ?? (file === undefined ? undefined : resolve(file));
  const begun = (name && (await interrupted(context, name, flags))) || (await begin(context, file, name, flags));
  if (!begun) return say(null);
  const job = await done(context, String(begun.id));
  say(job);
  if (job.error) process.stderr.write(`${printable(job.error.message)}\n`);
  if (job.progress.refused > 0) await writeRefused(context, job, flags.refused ?? `${file ?? STDIN}.refused.csv`);
  if (job.state !== 'done' || job.progress.refused > 0) throw new Incomplete();
}

function say(job: ShownJob | null): void {
  const { created = 0, updated = 0 } = job?.result ?? {};
  const refused = job?.progress.refused ?? 0;
  process.stdout.write(`${asText(created)} items created, ${asText(updated)} updated, ${refused} rows refused\n`);
}

/**
 * The unfinished import with this name, prepared to be resumed here. A process that is still working on it loses it.
 */
async function interrupted(context: Context, name: string, { collection }: ImportFlags): Promise<ShownJob | null> {
  const jobs = await listJobs(context, { kind: 'import', state: undefined, limit: '100', page: undefined });
  const mine = ({ input, user }: ShownJob): boolean =>
    user === null && input.name === name.slice(0, 255) && input.collection === collection;
  const found = jobs.find(mine);
  if (!found || found.state === 'done') return null;
  const id = String(found.id);
  process.stderr.write(`job ${id} goes on after ${found.progress.done} rows\n`);
  if (found.state === 'waiting' || found.state === 'running') await cancelJob(context, id);
  return resumeJob(context, id);
}

/** Null if there is nothing to do, because there are no lines of JSON. */
async function begin(
  context: Context,
  file: string | undefined,
  name: string | undefined,
  flags: ImportFlags,
): Promise<ShownJob | null> {
  const format = formatOf(file, flags);
  const upload = await stored(context, file).catch((error: unknown) => {
    if (format === 'ndjson' && error instanceof ApiError && error.entry === 'emptyFile') return null;
    throw error;
  });
  if (upload === null) return null;
  const { collection, sheet, delimiter, encoding } = flags;
  const read = { collection, upload, name: name ?? STDIN, format, options: { sheet, delimiter, encoding } };
  const how = { ...matchingOf(flags), on_refusal: flags.stop ? 'stop' : 'leave_out' };
  return createJob(context, { kind: 'import', ...read, ...(await meaningOf(context, read, flags)), ...how });
}

async function stored(context: Context, file: string | undefined): Promise<string> {
  const content = file === undefined ? process.stdin : createReadStream(file);
  return (await receiveUpload(context, content, basename(file ?? STDIN), Number.POSITIVE_INFINITY)).upload;
}

/** Undefined if the file determines it. */
function formatOf(file: string | undefined, { format }: ImportFlags): string | undefined {
  if (format !== undefined) return format;
  return TABLES.has(extname(file ?? '').toLowerCase()) ? undefined : 'ndjson';
}

function matchingOf({ key, mode }: ImportFlags): Record<string, unknown> {
  const fields = key?.split(',').map((field) => field.trim());
  return { mode: mode ?? (fields ? 'upsert' : 'insert'), ...(fields && { key: fields }) };
}

/** The meaning of columns and cells. Lines of JSON are items as they are. */
async function meaningOf(
  context: Context,
  read: Readonly<Record<string, unknown>>,
  { mapping, empty }: ImportFlags,
): Promise<Record<string, unknown>> {
  if (mapping !== undefined) return { mapping: parsed(mapping), ...(empty && { empty }) };
  if (read.format === 'ndjson') return { trim: false, empty: empty ?? 'keep' };
  return { mapping: await guessed(context, read), ...(empty && { empty }) };
}

/** The guessed mapping of the columns, which is also printed on stderr. */
async function guessed(context: Context, read: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { mapping, columns } = await previewImport(context, read);
  if (mapping.length === 0) throw new ConfigError('no column is named like a field: say with --mapping what they mean');
  for (const { column, field } of mapping) process.stderr.write(`${printable(column)} -> ${printable(field)}\n`);
  const others = columns.filter(({ name }) => !mapping.some(({ column }) => column === name));
  if (others.length > 0) process.stderr.write(`left out: ${others.map(({ name }) => printable(name)).join(', ')}\n`);
  return Object.fromEntries(mapping.map(({ column, ...rule }) => [column, rule]));
}

function parsed(text: string): Record<string, unknown> {
  const mapping = parseJson(text);
  if (!isRecord(mapping)) throw new ConfigError('--mapping must be a JSON object, with a field for each column');
  return mapping;
}

async function writeRefused(context: Context, { id }: ShownJob, path: string): Promise<void> {
  const refused = await readRefused(context, String(id));
  const { body } = await writeExport({ kind: 'export', format: 'csv', name: 'refused', ...refused });
  await pipeline(body, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
    throw new ConfigError(`the refused rows cannot be written to ${path}: ${messageOf(error)}`);
  });
  process.stderr.write(`The refused rows are in ${path}: mend them there, and import that file.\n`);
}
