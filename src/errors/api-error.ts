import { catalogue, type ErrorName } from './catalogue.ts';

/** Values for the placeholders of a catalogue message. */
export type ErrorParameters = Readonly<Record<string, string | number>>;

/** Seconds after which what is not possible at the moment may be. */
const PAUSES: Readonly<Record<number, number>> = { 503: 1, 507: 60 };

/** A failure that the caller is told about: an entry of the catalogue with its placeholders filled. */
export class ApiError extends Error {
  readonly kind: ErrorName;
  readonly code: number | null;
  readonly status: number;
  /** What the message is filled with, and what hints are made of. */
  readonly parameters: ErrorParameters;
  /** Seconds after which it is worth trying again; null where that makes no difference. */
  readonly retryAfter: number | null;

  constructor(kind: ErrorName, parameters: ErrorParameters = {}) {
    const entry = catalogue[kind];
    super(fill(entry.message, parameters));
    this.kind = kind;
    this.code = entry.code;
    this.status = entry.status;
    this.parameters = parameters;
    this.retryAfter = typeof parameters.seconds === 'number' ? parameters.seconds : (PAUSES[this.status] ?? null);
  }
}

/** Adds to a failure's message what may be done about it. */
export function addHint(error: ApiError, hint: string): ApiError {
  if (hint !== '') error.message = `${error.message.replace(/[.]?$/, '.')} ${hint}`;
  return error;
}

/** A refusal in an extension's own words, with its own status and code. */
export class ExtensionRefusal extends ApiError {
  override readonly code: number | null;
  override readonly status: number;

  constructor(reason: string, status: number, code: number) {
    super('refusedByExtension', { reason });
    this.code = code;
    this.status = status;
  }
}

function fill(message: string, parameters: ErrorParameters): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}
