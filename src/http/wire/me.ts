import { itemOf } from '../../wire/items.ts';
import { key, optionalText, text } from '../../wire/members.ts';
import type { Build } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire, type WireAnswer } from '../../wire/wire.ts';

/** A row as it is stored: unlike in lists of permissions, missing values are null. */
const row = (t: Build) => t.Record(t.String(), t.Unknown());
const user = key('The id of the user, or `me`');

const permissions: Wire = {
  summary: "List the permissions of the caller's role",
  tags: ['permissions'],
  answers: [data((t) => t.Array(row(t)))],
  errors: [],
};

const permissionsFor: Wire = {
  summary: "Read the permissions of the caller's role for a collection",
  tags: ['permissions'],
  path: { collection: key('The name of the collection') },
  answers: [data((t) => t.Union([row(t), t.Array(row(t))]))],
  errors: [],
};

const page = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      last_page: t.Union([t.String({ minLength: 1, description: 'The page of the admin app' }), t.Number()]),
    }),
} as const satisfies CheckedBody;

const SHOWN: readonly [WireAnswer, WireAnswer] = [data(itemOf('directus_users'), { meta: true }), { kind: 'nothing' }];

const track = {
  summary: 'Note the page of the admin app that a user visits',
  tags: ['users'],
  path: { id: user },
  language: 'item',
  body: page,
  answers: SHOWN,
  errors: ['bodyMissing', 'itemNotFound', 'updateDenied', 'valueTooLong'],
} as const satisfies Wire;

const present = (t: Build) => ({
  current_password: optionalText('The password, of users who have a second factor already')(t),
  current_otp: optionalText('A one-time password of the present factor')(t),
});

const newFactor = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      '2fa_secret': text('The secret of the new factor')(t),
      otp: text('A one-time password of the new factor')(t),
      ...present(t),
    }),
} as const satisfies CheckedBody;

const oldFactor = {
  check: 'shape',
  shape: (t: Build) => t.Object(present(t)),
} as const satisfies CheckedBody;

const FACTOR_ERRORS = [
  'bodyMissing',
  'notAuthenticated',
  'invalidCredentials',
  'otpInvalid',
  'tooManyRequests',
] as const;
const activate = {
  summary: 'Give a user a second factor',
  tags: ['users'],
  path: { id: user },
  language: 'item',
  body: newFactor,
  answers: SHOWN,
  errors: [...FACTOR_ERRORS, 'updateDenied', 'fieldWriteDenied'],
} as const satisfies Wire;

const deactivate = {
  summary: 'Remove the second factor of the caller',
  tags: ['users'],
  language: 'item',
  body: oldFactor,
  answers: SHOWN,
  errors: FACTOR_ERRORS,
} as const satisfies Wire;

/** What callers read and change about themselves. */
export const meWire = { permissions, permissionsFor, track, activate, deactivate };
