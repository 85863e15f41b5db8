import { catalogue, type ErrorName } from './catalogue.ts';

/** Values for the placeholders of a catalogue message. */
export type ErrorParameters = Readonly<Record<string, string | number>>;

/** A failure that the caller is told about: an entry of the catalogue with its placeholders filled. */
export class ApiError extends Error {
  readonly kind: ErrorName;
  readonly code: number | null;
  readonly status: number;

  constructor(kind: ErrorName, parameters: ErrorParameters = {}) {
    const entry = catalogue[kind];
    super(fill(entry.message, parameters));
    this.kind = kind;
    this.code = entry.code;
    this.status = entry.status;
  }
}

function fill(message: string, parameters: ErrorParameters): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}
