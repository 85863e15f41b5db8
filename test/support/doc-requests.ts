import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { blocksOf } from './doc-blocks.ts';

/** Address of the server in the documents, with the key of the sample project. */
const DOCUMENTED = 'http://127.0.0.1:8055/demo';
/** Replaces curl: records the arguments that the shell passes to it. */
const NOTE_ARGUMENTS = `curl() { printf '%s\\0' "$@"; printf '\\1'; }`;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;

/** A request as a document shows it, and the answer below it. */
export interface DocumentedRequest {
  readonly line: number;
  readonly arguments: readonly string[];
  /** JSON text; undefined where the document shows no answer. */
  readonly answer: string | undefined;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/**
 * The requests of a document to the sample project, in order: each block with a `curl`, as a shell expands it with
 * variables such as TOKEN set, and the JSON block right below it.
 */
export function requestsOf(document: string, variables: Readonly<Record<string, string>>): DocumentedRequest[] {
  const blocks = blocksOf(document);
  const found = blocks.flatMap(({ language, text, line }, index) => {
    if (language !== '' || !/^curl /m.test(text) || !text.includes(DOCUMENTED)) return [];
    const next = blocks[index + 1];
    return [{ line, text, answer: next?.language === 'json' && next.follows ? next.text : undefined }];
  });
  const script = found.map(({ text }) => text.replaceAll(/^\w+=\.\.\.$/gm, '')).join('\n');
  const commands = argumentsOf(script, variables);
  if (commands.length !== found.length) throw new Error(`${document}: a block has more than one request`);
  return found.map(({ line, answer }, index) => ({ line, answer, arguments: commands[index] ?? [] }));
}

/** The arguments of each curl call in a script. */
function argumentsOf(script: string, variables: Readonly<Record<string, string>>): string[][] {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `${NOTE_ARGUMENTS}\n${script}`], {
    env: { PATH: process.env.PATH, ...variables },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the shell does not take it: ${stderr}`);
  const commands = stdout.split('\x01').slice(0, -1);
  return commands.map((command) => command.split('\0').slice(0, -1));
}

/** Sends a documented request to a project at another address. */
export async function send(request: DocumentedRequest, address: string): Promise<Answered> {
  const { url, ...init } = asCurl(request.arguments.map((argument) => argument.replaceAll(DOCUMENTED, address)));
  const answer = await fetch(url, init);
  return { status: answer.status, text: await answer.text() };
}

/** What curl sends. */
function asCurl(given: readonly string[]): { url: string; method: string; headers: Headers; body?: string } {
  const options = optionsOf(given);
  const [url = '', method, body] = ['url', '-X', '-d'].map((name) => options.get(name)?.[0]);
  if (!options.has('-g') && /[[\]{}]/.test(url)) throw new Error(`curl needs -g for ${url}`);
  const headers = new Headers(options.get('-H')?.map(headerOf));
  return { url, method: method ?? (body === undefined ? 'GET' : 'POST'), headers, ...(body !== undefined && { body }) };
}

/** The values of each option, and those of `url`. */
function optionsOf(given: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const options = new Map<string, string[]>();
  for (const rest = [...given]; rest.length > 0; ) {
    const word = rest.shift() ?? '';
    const name = word.startsWith('-') ? word : 'url';
    if (!['url', '-g', '-X', '-d', '-H'].includes(name)) throw new Error(`curl ${word} is not understood here`);
    const value = name === 'url' || name === '-g' ? word : (rest.shift() ?? '');
    options.set(name, [...(options.get(name) ?? []), value]);
  }
  return options;
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/**
 * What is wrong with a response, in words; undefined if it is as documented. Without a documented response, any success
 * will do.
 */
export function difference(wanted: DocumentedRequest, { status, text }: Answered): string | undefined {
  const at = `line ${wanted.line}: ${status} ${text}`;
  if (wanted.answer === undefined) return status === 200 || status === 204 ? undefined : at;
  const [expected, actual] = [JSON.parse(wanted.answer), text === '' ? null : JSON.parse(text)];
  const failed = status >= 400;
  const equal = failed === 'error' in expected && isDeepStrictEqual(filledIn(expected, actual), actual);
  return equal ? undefined : at;
}

/**
 * The expected value, with what differs between runs taken from the actual one: timestamps, and whatever `...` stands
 * for.
 */
function filledIn(expected: unknown, actual: unknown): unknown {
  if (typeof expected === 'string' && typeof actual === 'string') return sameText(expected, actual) ? actual : expected;
  if (Array.isArray(expected) && Array.isArray(actual)) return expected.map((value, i) => filledIn(value, actual[i]));
  if (!isObject(expected) || !isObject(actual)) return expected;
  return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, filledIn(value, actual[key])]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function sameText(expected: string, actual: string): boolean {
  if (MOMENT.test(expected)) return MOMENT.test(actual);
  const parts = expected.split('...').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's').test(actual);
}
