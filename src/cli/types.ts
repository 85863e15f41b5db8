import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { isRecord } from '../shared/is-record.ts';
import { parseJson } from '../shared/parse-json.ts';
import { Incomplete } from './incomplete.ts';

interface TypesFlags {
  readonly url: string;
  readonly tokenEnv?: string;
  readonly output: string;
  readonly asRole?: string;
  readonly watch?: boolean;
  readonly check?: boolean;
}

/** The interval between two requests for the schema. */
const EVERY_MS = 2_000;
const ANSWER_MS = 30_000;

/** Adds the command that writes a project's types for the client. */
export function addTypes(program: Command): void {
  program
    .command('types')
    .description('Write the types of a project for the client, from a running server')
    .requiredOption('--url <address>', 'address of the project, such as https://cms.example.com/demo')
    .option('--token-env <variable>', 'environment variable that holds a token')
    .option('-o, --output <file>', 'the file to write', 'octavo.d.ts')
    .option('--as-role <role>', 'id or name of the role whose types they are; for administrators')
    .option('--check', 'write nothing, and fail if the file is not what it would be')
    .option('--watch', 'go on, and write the file again whenever the schema changes')
    .action((flags: TypesFlags) => run(flags));
}

async function run(flags: TypesFlags): Promise<void> {
  const types = await fetchTypes(flags);
  if (flags.check === true) return check(flags, types.text);
  write(flags, types.text);
  if (flags.watch === true) await watch(flags, types.tag);
}

function check({ output }: TypesFlags, text: string): void {
  if (existsSync(output) && readFileSync(output, 'utf8') === text) return;
  process.stderr.write(`octavo: ${output} is not what the schema says: run octavo types without --check\n`);
  throw new Incomplete();
}

/** Leaves an equal file alone, because compilers check the file's modification time. */
function write({ output }: TypesFlags, text: string): void {
  if (existsSync(output) && readFileSync(output, 'utf8') === text) return;
  writeFileSync(output, text);
  process.stdout.write(`${output} is written.\n`);
}

/** Runs until the process ends. A server that is temporarily unavailable is queried again later. */
async function watch(flags: TypesFlags, first: string | null): Promise<void> {
  let tag = first;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    const types = await fetchTypes(flags, tag).catch(ignoreUnreachable);
    if (!types) continue;
    write(flags, types.text);
    tag = types.tag;
  }
}

function ignoreUnreachable(error: unknown): null {
  if (error instanceof Unreachable) return null;
  throw error;
}

class Unreachable extends ConfigError {}

interface Types {
  readonly text: string;
  readonly tag: string | null;
}

/** Requests the types; null if they still have the same tag. Throws ConfigError. */
async function fetchTypes(flags: TypesFlags): Promise<Types>;
async function fetchTypes(flags: TypesFlags, tag: string | null): Promise<Types | null>;
async function fetchTypes(flags: TypesFlags, tag: string | null = null): Promise<Types | null> {
  const answer = await ask(flags, tag);
  if (answer.status === 304) return null;
  const text = await answer.text();
  if (answer.status >= 500) throw new Unreachable(`${flags.url} answered ${answer.status}`);
  const isTypes = answer.headers.get('Content-Type')?.startsWith('application/typescript') === true;
  if (!answer.ok || !isTypes) throw new ConfigError(`${flags.url} answered ${answer.status}${reasonIn(text)}`);
  return { text, tag: answer.headers.get('ETag') };
}

async function ask({ asRole, ...flags }: TypesFlags, tag: string | null): Promise<Response> {
  const role = asRole === undefined ? '' : `?role=${encodeURIComponent(asRole)}`;
  const url = `${flags.url}${flags.url.endsWith('/') ? '' : '/'}types.d.ts${role}`;
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new ConfigError(
      `--url must be the address of a project, such as https://cms.example.com/demo, not "${flags.url}"`,
    );
  const token = tokenOf(flags);
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(tag !== null && { 'If-None-Match': tag }),
  };
  const request = { headers, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) } as const;
  return fetch(url, request).catch(() => {
    throw new Unreachable(`${flags.url} cannot be reached`);
  });
}

function tokenOf({ tokenEnv }: Pick<TypesFlags, 'tokenEnv'>): string | undefined {
  if (tokenEnv === undefined) return undefined;
  const token = process.env[tokenEnv];
  if (!token) throw new ConfigError(`the variable ${tokenEnv} holds no token`);
  return token;
}

function reasonIn(text: string): string {
  const body = parseJson(text);
  const { message } = isRecord(body) && isRecord(body.error) ? body.error : {};
  return typeof message === 'string' ? `: ${message}` : '';
}
