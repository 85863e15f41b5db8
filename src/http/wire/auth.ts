import { itemOf } from '../../wire/items.ts';
import { email, key, nullable, optionalText, text } from '../../wire/members.ts';
import type { Shape } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire } from '../../wire/wire.ts';

const mode: Shape = (t) =>
  t.Union([t.Literal('jwt'), t.Literal('cookie')], {
    default: 'jwt',
    description: 'Whether the answer carries a token, or sets a session cookie',
  });

const credentials = {
  check: 'shape',
  fails: 'loginValidation',
  shape: (t) =>
    t.Object({
      email: email('The e-mail address of the user')(t),
      password: text('The password of the user')(t),
      otp: t.Optional(t.Unknown({ description: 'A one-time password, of users with a second factor' })),
      mode: t.Optional(t.Unknown({ description: '`cookie` for a session cookie; anything else for a token' })),
    }),
} as const satisfies CheckedBody;

const authenticate = {
  summary: 'Sign in with an e-mail address and a password',
  tags: ['auth'],
  query: { mode },
  body: credentials,
  answers: [
    data(
      (t) =>
        t.Object({
          token: t.Optional(t.String({ description: 'Missing in the mode `cookie`' })),
          user: itemOf('directus_users')(t),
        }),
      { public: 'either', warning: 'secondFactorRequired' },
    ),
  ],
  errors: [
    'loginValidation',
    'bodyMissing',
    'invalidCredentials',
    'userSuspended',
    'userInactive',
    'otpMissing',
    'otpInvalid',
    'tooManyRequests',
    'signInBusy',
  ],
} as const satisfies Wire;

const unexpired = {
  check: 'shape',
  optional: true,
  shape: (t) => t.Object({ token: text('A token that has not expired')(t) }),
} as const satisfies CheckedBody;

const refresh = {
  summary: 'Exchange a token for a fresh one of the same session',
  tags: ['auth'],
  body: unexpired,
  answers: [data((t) => t.Object({ token: t.String() }), { public: 'either' })],
  errors: ['invalidToken', 'expiredToken', 'userInactive', 'userNotFound'],
} as const satisfies Wire;

const check: Wire = {
  summary: 'Tell whether the caller has a session',
  tags: ['auth'],
  answers: [data((t) => t.Object({ authenticated: t.Boolean() }), { public: 'true' })],
  errors: [],
};

const session: Shape = (t) =>
  t.Object({
    id: t.Integer(),
    user: t.Integer(),
    token_type: t.Union([t.Literal('jwt'), t.Literal('cookie')]),
    ip_address: nullable(t, t.String()),
    user_agent: nullable(t, t.String()),
    created_on: nullable(t, t.String()),
    token_expired_at: nullable(t, t.String()),
    current: t.Boolean({ description: 'Whether this is the session of the request' }),
  });

const sessions: Wire = {
  summary: "List the caller's sessions",
  tags: ['auth'],
  answers: [data((t) => t.Array(session(t)))],
  errors: ['notAuthenticated'],
};

const sessionsOfUser: Wire = {
  summary: 'List the sessions of a user',
  tags: ['users'],
  path: { id: key('The id of the user, or `me`') },
  answers: [data((t) => t.Array(session(t)))],
  errors: ['notAuthenticated', 'notOwnSessions', 'itemNotFound'],
};

const viewed = {
  check: 'shape',
  shape: (t) =>
    t.Object({
      user: t.Optional(nullable(t, t.Integer({ description: 'The user as whom the project is seen' }))),
      role: t.Optional(nullable(t, t.Integer({ description: 'The role with which the caller sees it, instead' }))),
    }),
} as const satisfies CheckedBody;

const viewAs = {
  summary: 'See the project as a user or with a role, read-only; for administrators',
  tags: ['auth'],
  body: viewed,
  answers: [
    data((t) =>
      t.Object({
        view: t.String({ description: 'What requests carry in the header `Octavo-View-As`, with the same session' }),
        user: nullable(t, t.Integer()),
        role: t.Integer({ description: 'The role whose permissions apply' }),
        expires_on: t.String(),
      }),
    ),
  ],
  errors: ['adminOnly', 'apiKeyRefused', 'viewRefused', 'bodyMissing', 'validation'],
} as const satisfies Wire;

const logout: Wire = {
  summary: 'End the session of the request',
  tags: ['auth'],
  answers: [{ kind: 'nothing', public: true }],
  errors: [],
};

const logoutUser: Wire = {
  summary: 'End all sessions of a user',
  tags: ['auth'],
  path: { user: key('The id of the user') },
  answers: [{ kind: 'nothing', public: true }],
  errors: ['notAuthenticated', 'notOwnSessions'],
};

const logoutSession: Wire = {
  summary: 'End one session of a user',
  tags: ['auth'],
  path: { user: key('The id of the user'), id: key('The id of the session') },
  answers: [{ kind: 'nothing', public: true }],
  errors: ['notAuthenticated', 'notOwnSessions'],
};

const resetRequest = {
  check: 'shape',
  shape: (t) =>
    t.Object({
      email: email('The address to which the mail is sent')(t),
      reset_url: optionalText('The page that the link in the mail opens; it must be allowed')(t),
    }),
} as const satisfies CheckedBody;

const requestReset = {
  summary: 'Have a link mailed by which a new password is chosen',
  tags: ['auth'],
  body: resetRequest,
  answers: [{ kind: 'nothing', public: true }],
  errors: ['bodyMissing', 'tooManyRequests'],
} as const satisfies Wire;

const resetPassword: Wire = {
  summary: 'Choose a new password with a mailed token',
  tags: ['auth'],
  body: {
    check: 'handler',
    reason: 'Every token that is sent counts as a guess, and the password is judged only after the token',
    shape: (t) => t.Object({ token: text('The mailed token')(t), password: text('The new password')(t) }),
  },
  answers: [{ kind: 'nothing', public: true }],
  errors: [
    'bodyMissing',
    'invalidResetToken',
    'expiredResetToken',
    'invalidToken',
    'userNotFound',
    'tooManyRequests',
    'signInBusy',
  ],
};

const provider = key('The name of the provider');

/** An object with the option `sso_list: objects`; a name otherwise. */
const providerShape: Shape = (t) => t.Object({ name: t.String(), icon: t.Optional(nullable(t, t.String())) });

const providers: Wire = {
  summary: 'List the providers of single sign-on',
  tags: ['auth'],
  answers: [data((t) => t.Array(t.Union([t.String(), providerShape(t)])), { public: 'true' })],
  errors: [],
};

const beginSso: Wire = {
  summary: 'Go to a provider of single sign-on',
  tags: ['auth'],
  path: { provider },
  query: {
    mode,
    redirect_url: (t) => t.String({ description: 'The page to come back to; it must be allowed' }),
    code_challenge: (t) => t.String({ description: 'The challenge of a code verifier that only the caller knows' }),
    code_challenge_method: (t) => t.Literal('S256'),
  },
  answers: [{ kind: 'redirect' }],
  errors: ['notFound', 'ssoUnavailable', 'tooManyRequests'],
};

const finishSso: Wire = {
  summary: 'Come back from a provider of single sign-on',
  tags: ['auth'],
  path: { provider },
  anyQuery: true,
  answers: [{ kind: 'redirect' }],
  errors: ['notFound', 'ssoUnavailable', 'ssoRefused', 'ssoNotBegun', 'tooManyRequests'],
};

const requestToken: Wire = {
  summary: 'Exchange the request token of a single sign-on for a token',
  tags: ['auth'],
  body: {
    check: 'handler',
    optional: true,
    reason: 'Every token that is sent counts as a guess, whatever its shape',
    shape: (t) =>
      t.Object({
        request_token: text('The token in the URL that the provider led back to')(t),
        code_verifier: t.Optional(t.String({ description: 'The verifier of the challenge, if one was sent' })),
      }),
  },
  answers: [data((t) => t.Object({ token: t.String() }), { public: 'true' })],
  errors: [
    'invalidRequestToken',
    'expiredRequestToken',
    'invalidToken',
    'userNotFound',
    'userInactive',
    'ssoWithSecondFactor',
    'tooManyRequests',
  ],
};

/** Sign-in, sign-out and sessions. */
export const authWire = {
  authenticate,
  refresh,
  check,
  sessions,
  sessionsOfUser,
  viewAs,
  logout,
  logoutUser,
  logoutSession,
  requestReset,
  resetPassword,
  providers,
  beginSso,
  finishSso,
  requestToken,
};
