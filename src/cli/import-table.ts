import { createReadStream, createWriteStream } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '../config/config-error.ts';
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
import { parseJson } from '../shared/parse-json.ts';
import { asText } from '../shared/text.ts';
import { done } from './do-job.ts';
import { Incomplete } from './incomplete.ts';
import type { ProjectFlags } from './with-project.ts';

/** Flags of an import that is done by a job. */
export interface TableFlags extends ProjectFlags {
  readonly collection: string;
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

const TABLES: ReadonlySet<string> = new Set(['.csv', '.tsv', '.json', '.xlsx']);

/** Whether a file is imported by a job: a table by its name, or one of which a flag says how it is to be read. */
export function isTable(file: string, { format, mapping, key, mode }: TableFlags): boolean {
  return TABLES.has(extname(file).toLowerCase()) || [format, mapping, key, mode].some((flag) => flag !== undefined);
}

/**
 * Imports a file by a job, as the server. An import of the same file that was interrupted goes on where it was. Refused
 * rows are written to a file of their own. Throws {@link Incomplete} if there are any.
 */
export async function importTable(context: Context, file: string, flags: TableFlags): Promise<void> {
  const name = (flags.name ?? resolve(file)).slice(0, 255);
  const begun = (await interrupted(context, name, flags)) ?? (await begin(context, file, name, flags));
  const job = await done(context, String(begun.id));
  const { created = 0, updated = 0 } = job.result ?? {};
  process.stdout.write(
    `${asText(created)} items created, ${asText(updated)} updated, ${job.progress.refused} rows refused\n`,
  );
  if (job.error) process.stderr.write(`${job.error.message}\n`);
  if (job.progress.refused > 0) await writeRefused(context, job, flags.refused ?? `${file}.refused.csv`);
  if (job.state !== 'done' || job.progress.refused > 0) throw new Incomplete();
}

/** The unfinished import of this name, made ready to go on here. A process that still works on it loses it. */
async function interrupted(context: Context, name: string, { collection }: TableFlags): Promise<ShownJob | null> {
  const jobs = await listJobs(context, { kind: 'import', state: undefined, limit: '100', page: undefined });
  const mine = ({ input, user }: ShownJob): boolean =>
    user === null && input.name === name && input.collection === collection;
  const found = jobs.find(mine);
  if (!found || found.state === 'done') return null;
  const id = String(found.id);
  process.stderr.write(`job ${id} goes on after ${found.progress.done} rows\n`);
  if (found.state === 'waiting' || found.state === 'running') await cancelJob(context, id);
  return resumeJob(context, id);
}

async function begin(context: Context, file: string, name: string, flags: TableFlags): Promise<ShownJob> {
  const { upload } = await receiveUpload(context, createReadStream(file), basename(file), Number.POSITIVE_INFINITY);
  const { collection, format, sheet, delimiter, encoding } = flags;
  const read = { collection, upload, name, ...(format && { format }), options: { sheet, delimiter, encoding } };
  const mapping = flags.mapping === undefined ? await guessed(context, read) : parsed(flags.mapping);
  const key = flags.key?.split(',').map((field) => field.trim());
  const how = {
    mode: flags.mode ?? (key ? 'upsert' : 'insert'),
    ...(key && { key }),
    ...(flags.empty && { empty: flags.empty }),
    on_refusal: flags.stop ? 'stop' : 'leave_out',
  };
  return createJob(context, { kind: 'import', ...read, mapping, ...how });
}

/** The fields that the columns seem to mean, which are said on stderr. */
async function guessed(context: Context, read: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { mapping, columns } = await previewImport(context, read);
  if (mapping.length === 0) throw new ConfigError('no column is named like a field: say with --mapping what they mean');
  for (const { column, field } of mapping) process.stderr.write(`${column} -> ${field}\n`);
  const others = columns.filter(({ name }) => !mapping.some(({ column }) => column === name));
  if (others.length > 0) process.stderr.write(`left out: ${others.map(({ name }) => name).join(', ')}\n`);
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
  await pipeline(body, createWriteStream(path, { mode: 0o600 }));
  process.stderr.write(`The refused rows are in ${path}: mend them there, and import that file.\n`);
}
