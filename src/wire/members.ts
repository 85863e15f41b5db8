import type { TInteger, TOptional, TSchema, TString, TUnion } from 'typebox';
import { violation } from '../errors/violations.ts';
import type { Build, Shape } from './shape.ts';

/** Keyword of a member's schema: the message for a value of the right type that breaks the schema. */
export const REFUSAL = 'x-refusal';

/** A text that may not be empty. */
export const text =
  (description: string): Shape<TString> =>
  (t) =>
    t.String({ minLength: 1, description });

/** A text, which may be empty. */
export const anyText =
  (description: string): Shape<TString> =>
  (t) =>
    t.String({ description });

/** An integer. */
export const count =
  (description: string, limits: { readonly minimum?: number } = {}): Shape<TInteger> =>
  (t) =>
    t.Integer({ ...limits, description });

/** An e-mail address. */
export const email =
  (description: string): Shape<TString> =>
  (t) =>
    t.String({ minLength: 1, format: 'email', description, [REFUSAL]: violation.email });

/** A member that may be left out, or sent as null or as an empty text. */
export function optional<Schema extends TSchema>(
  t: Build,
  schema: Schema,
): TOptional<TUnion<[Schema, ReturnType<typeof blank>]>> {
  return t.Optional(t.Union([schema, blank(t)]));
}

const blank = (t: Build) => t.Union([t.Null(), t.Literal('')]);

/** A text that may be left out. */
export const optionalText = (description: string) => (t: Build) =>
  t.Optional(t.Union([t.String({ description }), t.Null()]));

/** A value that is null or of a schema. */
export const nullable = <Schema extends TSchema>(t: Build, schema: Schema) => t.Union([schema, t.Null()]);

/** The item's key in a path. */
export const key =
  (description: string): Shape<TString> =>
  (t) =>
    t.String({ minLength: 1, description });

/** Keys in a path, separated by commas. (Contract, R-15.) */
export const keys: Shape<TString> = (t) =>
  t.String({ minLength: 1, description: 'A key, or several separated by commas' });

/** One of a few names. */
export const oneOf = (t: Build, names: readonly string[]) => t.Union(names.map((name) => t.Literal(name)));

/** A moment, in UTC. */
export const moment = (t: Build) => t.String({ format: 'date-time' });
