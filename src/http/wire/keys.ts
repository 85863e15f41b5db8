import { key as keyInPath, nullable, text } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type HandledBody, type Wire } from '../../wire/wire.ts';

const user = keyInPath('The id of the user, or `me`');
const key = keyInPath('The id of the key');

/** What limits a key; null is no limit. (Contract, A-141.) */
const limits = (t: Build) => ({
  collections: nullable(
    t,
    t.Record(t.String(), t.Array(t.String()), { description: 'The actions that are permitted, by collection' }),
  ),
  addresses: t.Unknown({ description: 'The addresses and networks from which the key is taken' }),
  rate_limit: nullable(t, t.Integer({ description: 'Requests per minute' })),
  expires_on: nullable(t, t.String()),
});

const shown: Shape = (t) =>
  t.Object({
    id: t.Integer(),
    user: t.Integer(),
    name: t.String(),
    read_only: t.Unknown({ description: 'Whether the key only reads' }),
    ...limits(t),
    hint: t.String({ description: 'The beginning of the key' }),
    created_on: t.Unknown(),
    created_by: t.Unknown(),
    last_used: t.Unknown(),
  });

const made: Shape = (t) =>
  t.Intersect([shown(t), t.Object({ key: nullable(t, t.String({ description: 'The key itself, shown this once' })) })]);

const settings = (t: Build) => ({ read_only: t.Optional(t.Unknown()), ...t.Partial(t.Object(limits(t))).properties });

const body = (shape: Shape): HandledBody => ({
  check: 'handler',
  reason: 'Settings are judged together with those that the key has, and with the collections that its user may use',
  shape,
});

const ERRORS = ['notAuthenticated', 'unauthorized', 'apiKeyRefused', 'apiKeyNotFound'] as const;

const list: Wire = {
  summary: 'List the API keys of a user',
  tags: ['users'],
  path: { id: user },
  answers: [data((t) => t.Array(shown(t)))],
  errors: ERRORS,
};

const create: Wire = {
  summary: 'Make an API key',
  tags: ['users'],
  path: { id: user },
  body: body((t) => t.Object({ name: text('The name of the key')(t), ...settings(t) })),
  answers: [data(made)],
  errors: [...ERRORS, 'bodyMissing', 'apiKeysExhausted'],
};

const read: Wire = {
  summary: 'Read an API key',
  tags: ['users'],
  path: { id: user, key },
  answers: [data(shown)],
  errors: ERRORS,
};

const update: Wire = {
  summary: 'Change what an API key may do',
  tags: ['users'],
  path: { id: user, key },
  body: body((t) => t.Object({ name: t.Optional(t.String()), ...settings(t) })),
  answers: [data(shown)],
  errors: [...ERRORS, 'bodyMissing'],
};

const remove: Wire = {
  summary: 'Revoke an API key',
  tags: ['users'],
  path: { id: user, key },
  answers: [{ kind: 'deleted' }],
  errors: ERRORS,
};

/** API keys of users. */
export const keysWire = { list, create, read, update, remove };
