import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import type { Context } from '../persistence/context.ts';
import { cancelJob, resumeJob } from '../services/jobs/change.ts';
import { createJob } from '../services/jobs/create.ts';
import { KIND_NAMES } from '../services/jobs/kinds.ts';
import { listJobs, readJob } from '../services/jobs/list.ts';
import type { ShownJob } from '../services/jobs/show.ts';
import { isRecord } from '../shared/is-record.ts';
import { parseJson } from '../shared/parse-json.ts';
import { done, lineOf } from './do-job.ts';
import { reported } from './failure.ts';
import { Incomplete } from './incomplete.ts';
import { addDataFlag, type ProjectFlags, withProject } from './with-project.ts';

interface ListFlags extends ProjectFlags {
  readonly state?: string;
  readonly kind?: string;
}

interface JobFlags extends ProjectFlags {
  readonly id: string;
}

interface RunFlags extends ProjectFlags {
  readonly id?: string;
  readonly input?: string;
}

/** Adds the commands that list jobs and work on them. */
export function addJobs(program: Command): void {
  const jobs = program.command('jobs').description('Show the jobs of a project, and have them done');
  const command = (usage: string, description: string): Command =>
    addDataFlag(jobs.command(usage).description(description)).requiredOption('--project <key>', 'key of the project');
  const ofOne = (name: string, description: string): Command =>
    command(name, description).requiredOption('--id <number>', 'the job, as the list shows it');
  command('list', 'List the newest jobs')
    .option('--state <state>', 'waiting, running, done, failed or cancelled')
    .option('--kind <kind>', KIND_NAMES.join(', '))
    .action((flags: ListFlags) => reported(() => list(flags)));
  ofOne('show', 'Show a job as JSON').action((flags: JobFlags) => reported(() => showOne(flags)));
  command('run [kind]', 'Make a job and do it here, whether or not a server runs; or do one that waits')
    .option('--input <json>', 'what is to be done, such as {"collection": "articles", "filter": {}}')
    .option('--id <number>', 'a job that waits, in place of a new one')
    .action((kind: string | undefined, flags: RunFlags) => reported(() => run(kind, flags)));
  ofOne('cancel', 'Cancel a job').action((flags: JobFlags) => reported(() => changeOne(flags, cancelJob)));
  ofOne('resume', 'Have a running server continue a job that has failed or was cancelled').action((flags: JobFlags) =>
    reported(() => changeOne(flags, resumeJob)),
  );
}

async function list({ state, kind, ...flags }: ListFlags): Promise<void> {
  const wanted = { state, kind, limit: '100', page: undefined };
  const found = await withProject(flags, (context) => listJobs(context, wanted));
  for (const job of found) process.stdout.write(`${lineOf(job)}\n`);
}

async function showOne({ id, ...flags }: JobFlags): Promise<void> {
  const job = await withProject(flags, (context) => readJob(context, id));
  process.stdout.write(`${JSON.stringify(job, null, 2)}\n`);
}

async function changeOne(
  { id, ...flags }: JobFlags,
  change: (context: Context, id: string) => Promise<ShownJob>,
): Promise<void> {
  const job = await withProject(flags, (context) => change(context, id));
  process.stdout.write(`${lineOf(job)}\n`);
}

async function run(kind: string | undefined, { id, input, ...flags }: RunFlags): Promise<void> {
  if ((kind === undefined) === (id === undefined)) throw new ConfigError('name a kind of job, or the --id of one');
  const sent = parseJson(input ?? '{}');
  if (!isRecord(sent)) throw new ConfigError('--input must be a JSON object');
  const job = await withProject(flags, async (context) =>
    done(context, id ?? String((await createJob(context, { ...sent, kind })).id)),
  );
  process.stdout.write(`${lineOf(job)}\n`);
  if (job.state !== 'done' || job.progress.refused > 0) throw new Incomplete();
}
