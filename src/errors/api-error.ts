import { catalogue, type ErrorEntry, type ErrorKind, type ErrorName } from './catalogue.ts';

/** Values for the placeholders of a catalogue message. */
export type ErrorParameters = Readonly<Record<string, string | number>>;

/** Seconds until a retry may succeed. */
const PAUSES: Readonly<Record<number, number>> = { 503: 1, 507: 60 };

/** A failure that is reported to the caller: a catalogue entry with its placeholders filled. */
export class ApiError extends Error {
  /** The name of the entry in the catalogue. */
  readonly entry: ErrorName;
  readonly kind: ErrorKind;
  readonly code: number | null;
  readonly status: number;
  /** The values of the message's placeholders; hints are derived from them too. */
  readonly parameters: ErrorParameters;
  /** Seconds until a retry may succeed; null if a retry makes no difference. */
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

/** Whether the request itself was refused: repeated unchanged, it fails in the same way. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind !== 'unavailable' && error.kind !== 'internal';
}

/** Whether the requested thing is denied or missing: the answer does not distinguish them on purpose. */
export function isWithheld(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'denied' || error.kind === 'missing');
}

/** Adds a hint about what to do to a failure's message. */
export function addHint(error: ApiError, hint: string): ApiError {
  if (hint !== '') error.message = `${error.message.replace(/[.]?$/, '.')} ${hint}`;
  return error;
}

/** Extensions only give a status. */
const EXTENSION_KINDS: Readonly<Record<number, ErrorKind>> = {
  401: 'denied',
  403: 'denied',
  404: 'missing',
  409: 'conflict',
  412: 'conflict',
};

/** A refusal with an extension's own message, status and code. */
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

/** Placeholders filled with the server's text, which may quote the client's. */
const WORDED: ReadonlySet<string> = new Set(['reason', 'violations', 'types', 'formats', 'construct', 'example']);
/** The most characters of a client's text that a message quotes. */
const QUOTED = 60;
/** The maximum number of characters in a text of the server, and of those that are processed to produce it. */
const MAX_LENGTH = 4_000;
const READ = 100_000;

function fill(message: string, parameters: ErrorParameters): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const text = String(parameters[name] ?? whole);
    return WORDED.has(name) ? worded(text) : quoted(text);
  });
}

/** A client's text can be as long as a body, so only its beginning is quoted. */
function quoted(text: string): string {
  return text.length <= QUOTED ? text : `${text.slice(0, QUOTED).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function worded(text: string): string {
  const short = text
    .slice(0, READ)
    .replace(/[^\s":]{61,}|"[^"]{61,}"/g, (long: string) =>
      long.startsWith('"') ? `"${quoted(long.slice(1, -1))}"` : quoted(long),
    );
  return short.length <= MAX_LENGTH ? short : `${short.slice(0, MAX_LENGTH)}…`;
}
