import { violation } from '../../errors/violations.ts';
import { itemOf, itemsOf } from '../../wire/items.ts';
import { email, key, nullable, optional, optionalText, REFUSAL } from '../../wire/members.ts';
import type { Build } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire } from '../../wire/wire.ts';

const MAX_SUBJECT = 255;
const MAX_BODY_LENGTH = 100_000;
/** The length of the columns for names. */
const MAX_NAME_LENGTH = 50;
/** The maximum number of addresses that one request may invite. */
const MAX_INVITED = 100;

/** An address, the id of a user, or an address with a name. (Contract, M-2.) */
const addressee = (t: Build) =>
  t.Union([
    t.String({ minLength: 1 }),
    t.Number(),
    t.Record(t.String(), t.Unknown(), { description: 'An object with `email` and `name`' }),
  ]);

const mail = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      to: t.Union([addressee(t), t.Array(t.Unknown(), { minItems: 1, description: 'Several of these, at most 100' })]),
      body: t.String({
        minLength: 1,
        maxLength: MAX_BODY_LENGTH,
        description: 'The text of the mail, with {{placeholders}}',
      }),
      subject: t.Optional(nullable(t, t.String({ maxLength: MAX_SUBJECT, pattern: '^\\P{Cc}*$' }))),
      type: optionalText('`plain` for plain text; HTML otherwise')(t),
      data: t.Optional(
        t.Union([t.Record(t.String(), t.Unknown()), t.Array(t.Unknown()), t.Null()], {
          description: 'The values of the placeholders',
        }),
      ),
      use_default_email: t.Optional(
        t.Unknown({ description: "Sends from the project's address; administrators only" }),
      ),
    }),
} as const satisfies CheckedBody;

const send = {
  summary: 'Send a mail',
  tags: ['mail'],
  body: mail,
  answers: [{ kind: 'deleted' }],
  errors: ['bodyMissing', 'notAuthenticated', 'unprocessable', 'tooManyRequests'],
} as const satisfies Wire;

const invitation = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      email: t.Union([
        email('The address to invite')(t),
        t.Array(email('An address')(t), {
          minItems: 1,
          maxItems: MAX_INVITED,
          [REFUSAL]: `${violation.email} At most ${MAX_INVITED} addresses are invited at once.`,
        }),
      ]),
      role: t.Optional(
        t.Union([t.Integer(), t.String(), t.Null()], { description: 'The id of the role of the new users' }),
      ),
    }),
} as const satisfies CheckedBody;

const invite = {
  summary: 'Invite users by mail',
  tags: ['users'],
  language: 'item',
  body: invitation,
  answers: [data(itemsOf('directus_users'), { meta: true })],
  errors: ['bodyMissing', 'inviteDenied'],
} as const satisfies Wire;

const newcomer = {
  check: 'shape',
  optional: true,
  shape: (t) =>
    t.Object({
      password: optional(t, t.String({ description: 'The password to sign in with' })),
      first_name: optional(t, t.String({ maxLength: MAX_NAME_LENGTH, description: 'The first name' })),
      last_name: optional(t, t.String({ maxLength: MAX_NAME_LENGTH, description: 'The last name' })),
    }),
} as const satisfies CheckedBody;

const accept = {
  summary: 'Accept an invitation, and choose a name and a password',
  tags: ['users'],
  path: { token: key('The mailed token') },
  language: 'item',
  body: newcomer,
  answers: [data(itemOf('directus_users'), { meta: true })],
  errors: ['invalidToken', 'expiredToken', 'userNotFound', 'tooManyRequests', 'signInBusy'],
} as const satisfies Wire;

const acceptLink: Wire = {
  summary: 'Accept an invitation',
  tags: ['users'],
  path: { token: key('The mailed token') },
  language: 'item',
  answers: [data(itemOf('directus_users'), { meta: true })],
  errors: ['invalidToken', 'expiredToken', 'userNotFound', 'tooManyRequests'],
};

/** Mails, and the links in them. */
export const mailWire = { send, invite, accept, acceptLink };
