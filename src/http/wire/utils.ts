import { hashers } from '../../auth/hashers.ts';
import { violation } from '../../errors/violations.ts';
import { nullable, optional, REFUSAL } from '../../wire/members.ts';
import type { Build, ValueOf } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire } from '../../wire/wire.ts';

/**
 * The maximum size, in bytes, of a text that unauthenticated callers may have hashed, and of a text that they may have
 * generated.
 */
const MAX_BYTES = 1024;
/** The lowest cost of bcrypt, and the highest that unauthenticated callers may request. */
const MIN_COST = 4;
const MAX_COST = 12;

/** A text of limited length, because unauthenticated callers may send it. (Contract, X-6.) */
const shortText = (t: Build, description: string) =>
  t.Refine(
    t.String({
      minLength: 1,
      maxLength: MAX_BYTES,
      description,
      [REFUSAL]: violation.range('1', `${MAX_BYTES} bytes`),
    }),
    (text) => Buffer.byteLength(text) <= MAX_BYTES,
  );

/** An integer within a range, as a number or as text. */
const wholeNumber = (t: Build, low: number, high: number, description: string) => {
  const refusal = { [REFUSAL]: violation.range(String(low), String(high)) };
  const written = t.String({ pattern: '^\\s*\\d+\\s*$', ...refusal });
  return t.Union([
    t.Integer({ minimum: low, maximum: high, description, ...refusal }),
    t.Refine(written, (text) => Number(text) >= low && Number(text) <= high),
  ]);
};

const hasher = (t: Build) =>
  t.Optional(
    nullable(
      t,
      t.Union(
        hashers.map((name) => t.Literal(name)),
        { default: 'core' },
      ),
    ),
  );

/** The options of slow hashers. Other hashers have none; clients send them a text or an empty list. */
const options = (t: Build) =>
  t.Optional(
    t.Union([
      t.Object({ cost: optional(t, wholeNumber(t, MIN_COST, MAX_COST, 'The cost of bcrypt; 10 by default')) }),
      t.String(),
      t.Array(t.Unknown()),
      t.Null(),
    ]),
  );

const hashed = {
  check: 'shape',
  failing: { hasher: 'unknownHasher' },
  shape: (t: Build) => t.Object({ string: shortText(t, 'The text to hash'), hasher: hasher(t), options: options(t) }),
} as const satisfies CheckedBody;

const matched = {
  check: 'shape',
  failing: { hasher: 'unknownHasher' },
  shape: (t: Build) =>
    t.Object({
      string: shortText(t, 'The text'),
      hash: shortText(t, 'The hash that the text may have'),
      hasher: hasher(t),
      options: t.Optional(t.Unknown()),
    }),
} as const satisfies CheckedBody;

const hash = {
  summary: 'Hash a text',
  tags: ['utils'],
  body: hashed,
  answers: [data((t) => t.Object({ hash: t.String() }))],
  errors: ['bodyMissing', 'unknownHasher', 'signInBusy'],
} as const satisfies Wire;

const match = {
  summary: 'Tell whether a hash is that of a text',
  tags: ['utils'],
  body: matched,
  answers: [data((t) => t.Object({ valid: t.Boolean() }))],
  errors: ['bodyMissing', 'unknownHasher', 'signInBusy'],
} as const satisfies Wire;

const wanted = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      length: t.Optional(nullable(t, wholeNumber(t, 0, MAX_BYTES, 'The number of characters; 32 by default'))),
    }),
} as const satisfies CheckedBody;

const randomText = {
  summary: 'Make a random text',
  tags: ['utils'],
  body: wanted,
  answers: [data((t) => t.Object({ random: t.String() }))],
  errors: ['bodyMissing'],
} as const satisfies Wire;

const secondFactorSecret: Wire = {
  summary: 'Make a secret for a second factor',
  tags: ['utils'],
  answers: [data((t) => t.Object({ '2fa_secret': t.String() }))],
  errors: [],
};

/** The body of a request to hash a text. */
export type Hashed = ValueOf<typeof hashed.shape>;

/** Hashes and random texts. */
export const utilsWire = { hash, match, randomText, secondFactorSecret };
