import { key, nullable, text } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type HandledBody, type Wire } from '../../wire/wire.ts';

const user = key('The id of the user, or `me`');
const id = key('The id of the API key');

const actions = (t: Build) =>
  t.Array(t.Union([t.Literal('create'), t.Literal('read'), t.Literal('update'), t.Literal('delete')]), { minItems: 1 });

const limits = (t: Build) => ({
  read_only: t.Boolean({ description: 'Whether the key only reads' }),
  collections: nullable(
    t,
    t.Record(t.String(), actions(t), {
      description: 'The actions on each collection that the key allows; null for all',
    }),
  ),
  addresses: nullable(t, t.Array(t.String(), { description: 'Addresses, networks and ranges; null for all' })),
  rate_limit: nullable(t, t.Integer({ minimum: 1, description: 'Requests per minute; null for any number' })),
  expires_on: nullable(t, t.String({ description: 'When the key ends to be valid; null for never' })),
});

const settings: Shape = (t) => t.Partial(t.Object({ name: text('What the key is for')(t), ...limits(t) }));

const newSettings: Shape = (t) =>
  t.Intersect([t.Object({ name: text('What the key is for')(t) }), t.Partial(t.Object(limits(t)))]);

const stored = (t: Build) =>
  t.Object({
    id: t.Integer(),
    user: t.Integer(),
    name: t.String(),
    hint: t.String({ description: 'The beginning of the key' }),
    ...limits(t),
    created_on: nullable(t, t.String()),
    created_by: nullable(t, t.Integer()),
    last_used: nullable(t, t.String()),
  });

const created: Shape = (t) =>
  t.Intersect([
    stored(t),
    t.Object({ key: nullable(t, t.String({ description: 'The key, in this answer alone; null in a repeated one' })) }),
  ]);

const bodyOf = (shape: Shape): HandledBody => ({
  check: 'handler',
  reason: 'The collections that a key may name depend on its user, and unknown settings are refused with advice.',
  shape,
});

const ERRORS = ['notAuthenticated', 'apiKeyRefused', 'apiKeyNotFound'] as const;

const list: Wire = {
  summary: 'List the API keys of a user',
  tags: ['users'],
  path: { id: user },
  answers: [data((t) => t.Array(stored(t)))],
  errors: ERRORS,
};

const listAll: Wire = {
  summary: 'List the API keys of all users',
  tags: ['users'],
  answers: [data((t) => t.Array(stored(t)))],
  errors: ['adminOnly', 'apiKeyRefused'],
};

const create: Wire = {
  summary: 'Make an API key',
  tags: ['users'],
  path: { id: user },
  body: bodyOf(newSettings),
  answers: [data(created)],
  errors: [...ERRORS, 'bodyMissing', 'apiKeysExhausted'],
};

const read: Wire = {
  summary: 'Read the settings of an API key',
  tags: ['users'],
  path: { id: user, key: id },
  answers: [data(stored)],
  errors: ERRORS,
};

const change: Wire = {
  summary: 'Change what an API key may do',
  tags: ['users'],
  path: { id: user, key: id },
  body: bodyOf(settings),
  answers: [data(stored)],
  errors: [...ERRORS, 'bodyMissing'],
};

const revoke: Wire = {
  summary: 'Revoke an API key',
  tags: ['users'],
  path: { id: user, key: id },
  answers: [{ kind: 'deleted' }],
  errors: ERRORS,
};

/** API keys of users. */
export const keysWire = { list, listAll, create, read, change, revoke };
