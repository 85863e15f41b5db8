import type { TSchema } from 'typebox';
import { nullable } from './members.ts';
import type { Build, Shape } from './shape.ts';
import type { DataAnswer } from './wire.ts';

const error = (t: Build) =>
  t.Object({
    code: nullable(t, t.Integer({ description: 'Clients decide by this and by the status' })),
    message: t.String({ description: 'What is wrong and what to do, for people' }),
  });

/** The body of every failure. (Contract, R-50.) */
export const failureBody: Shape = (t) => t.Object({ error: error(t) });

/** The body of a success with no data for the public. (Contract, R-45.) */
export const publicBody: Shape = (t) => t.Object({ public: t.Literal(true) });

/** Warnings in addition to data. (Contract, R-48.) */
const messages = (t: Build) =>
  t.Array(
    t.Object({
      type: t.String(),
      message: t.String(),
      code: t.Integer(),
      fields: t.Optional(t.Array(t.String())),
    }),
  );

/** The requested metadata; an empty list if no supported name was requested. (Contract, R-42.) */
const metadata = (t: Build) =>
  t.Union([t.Record(t.String(), t.Unknown()), t.Array(t.Unknown(), { maxItems: 0 })], {
    description: 'Present if the parameter meta asks for it',
  });

/** The body of a success: the envelope around data. (Contract, R-40 to R-44.) */
export function dataBody(t: Build, { data, meta, public: flag, warning }: DataAnswer): TSchema {
  const either = t.Boolean({ description: 'Whether the caller counts as the public' });
  return t.Object({
    ...(meta && { meta: t.Optional(metadata(t)) }),
    data: data(t),
    messages: t.Optional(messages(t)),
    ...(warning && { error: t.Optional(error(t)) }),
    public: flag === undefined ? t.Optional(either) : flag === 'true' ? t.Literal(true) : either,
  });
}
