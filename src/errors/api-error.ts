import { catalogue, type ErrorEntry, type ErrorKind, type ErrorName } from './catalogue.ts';

/** Values for the placeholders of a catalogue message. */
export type ErrorParameters = Readonly<Record<string, string | number>>;

/** Seconds after which what is not possible at the moment may be. */
const PAUSES: Readonly<Record<number, number>> = { 503: 1, 507: 60 };

/** A failure that the caller is told about: an entry of the catalogue with its placeholders filled. */
export class ApiError extends Error {
  /** The name of the entry in the catalogue. */
  readonly entry: ErrorName;
  readonly kind: ErrorKind;
  readonly code: number | null;
  readonly status: number;
  /** What the message is filled with, and what hints are made of. */
  readonly parameters: ErrorParameters;
  /** Seconds after which it is worth trying again; null where that makes no difference. */
  readonly retryAfter: number | null;

  constructor(entry: ErrorName, parameters: ErrorParameters = {}) {
    const { code, status, kind, message, lasts }: ErrorEntry = catalogue[entry];
    super(fill(message, parameters));
    this.entry = entry;
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.parameters = parameters;
    const pause = lasts ? null : (PAUSES[this.status] ?? null);
    this.retryAfter = typeof parameters.seconds === 'number' ? parameters.seconds : pause;
  }
}

/** Whether the request itself was refused: sent again as it is, it fails in the same way. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind !== 'unavailable' && error.kind !== 'internal';
}

/** Whether the caller may not have what was asked for, or cannot: nothing tells the two apart on purpose. */
export function isWithheld(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'denied' || error.kind === 'missing');
}

/** Adds to a failure's message what may be done about it. */
export function addHint(error: ApiError, hint: string): ApiError {
  if (hint !== '') error.message = `${error.message.replace(/[.]?$/, '.')} ${hint}`;
  return error;
}

/** Extensions know statuses alone. */
const EXTENSION_KINDS: Readonly<Record<number, ErrorKind>> = {
  401: 'denied',
  403: 'denied',
  404: 'missing',
  409: 'conflict',
  412: 'conflict',
};

/** A refusal in an extension's own words, with its own status and code. */
export class ExtensionRefusal extends ApiError {
  override readonly kind: ErrorKind;
  override readonly code: number | null;
  override readonly status: number;

  constructor(reason: string, status: number, code: number) {
    super('refusedByExtension', { reason });
    this.kind = EXTENSION_KINDS[status] ?? 'invalid';
    this.code = code;
    this.status = status;
  }
}

/** Placeholders that are filled with words of the server, in which words of clients may stand. */
const WORDED: ReadonlySet<string> = new Set(['reason', 'violations', 'types', 'formats', 'construct', 'example']);
/** Characters of what a client has sent that a message repeats. */
const QUOTED = 60;
/** Characters that a sentence of the server has, and that are looked at to make it. */
const MOST = 4_000;
const READ = 100_000;

function fill(message: string, parameters: ErrorParameters): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const text = String(parameters[name] ?? whole);
    return WORDED.has(name) ? worded(text) : quoted(text);
  });
}

/** What is sent can be as long as a body, and is no answer to anybody: its beginning is. */
function quoted(text: string): string {
  return text.length <= QUOTED ? text : `${text.slice(0, QUOTED).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function worded(text: string): string {
  const short = text
    .slice(0, READ)
    .replace(/[^\s":]{61,}|"[^"]{61,}"/g, (long: string) =>
      long.startsWith('"') ? `"${quoted(long.slice(1, -1))}"` : quoted(long),
    );
  return short.length <= MOST ? short : `${short.slice(0, MOST)}…`;
}
