import { itemOf } from '../../wire/items.ts';
import { key, nullable, optionalText, text } from '../../wire/members.ts';
import type { Build } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire, type WireAnswer } from '../../wire/wire.ts';

/** A text that may also be sent as a number or a flag. (Contract, R-36.) */
const scalar = (t: Build, description: string) =>
  t.Union([t.String({ minLength: 1, description }), t.Number(), t.Boolean()]);

/** Far more than count, because others are left out without an error. */
const MAX_MENTIONED = 1000;

const mentionedUsers = (t: Build) =>
  t.Optional(t.Array(t.Integer(), { maxItems: MAX_MENTIONED, description: 'The ids of users who are notified of it' }));

const newComment = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      collection: scalar(t, 'The collection of the item'),
      item: scalar(t, 'The key of the item'),
      comment: t.Optional(t.Unknown({ description: 'The text of the comment' })),
      mentions: mentionedUsers(t),
    }),
} as const satisfies CheckedBody;

const changedComment = {
  check: 'shape',
  shape: (t: Build) => t.Object({ comment: scalar(t, 'The text of the comment'), mentions: mentionedUsers(t) }),
} as const satisfies CheckedBody;

const SHOWN: readonly [WireAnswer, WireAnswer] = [
  data(itemOf('directus_activity'), { meta: true }),
  { kind: 'nothing' },
];

const create = {
  summary: 'Comment on an item',
  tags: ['activity'],
  language: 'item',
  body: newComment,
  answers: SHOWN,
  errors: [
    'bodyMissing',
    'collectionNotFound',
    'itemNotFound',
    'unknownPayloadFields',
    'arrayForScalar',
    'createDenied',
    'commentCreateDenied',
  ],
} as const satisfies Wire;

const update = {
  summary: 'Change a comment',
  tags: ['activity'],
  path: { id: key('The id of the comment') },
  language: 'item',
  body: changedComment,
  answers: SHOWN,
  errors: ['bodyMissing', 'commentNotFound', 'commentUpdateDenied', 'itemChanged'],
} as const satisfies Wire;

const remove: Wire = {
  summary: 'Delete a comment',
  tags: ['activity'],
  path: { id: key('The id of the comment') },
  answers: [{ kind: 'deleted' }],
  errors: ['commentNotFound', 'commentDeleteDenied', 'itemChanged'],
};

const mentions: Wire = {
  summary: 'List the newest mentions of the caller in comments',
  tags: ['activity'],
  answers: [
    data((t) =>
      t.Array(
        t.Object({
          id: t.Integer(),
          collection: t.String(),
          item: t.String(),
          comment: t.Integer({ description: 'The id of the comment' }),
          text: t.String(),
          by: t.Integer({ description: 'Who wrote it' }),
          created_on: t.String({ format: 'date-time' }),
        }),
      ),
    ),
  ],
  errors: ['notAuthenticated'],
};

const mentionable: Wire = {
  summary: 'List users who can be mentioned in a comment on an item',
  tags: ['activity'],
  query: {
    collection: text('The name of a collection'),
    item: text('The key of an item'),
    search: optionalText('How a first or last name begins, or both'),
  },
  answers: [
    data((t) =>
      t.Array(
        t.Object({
          id: t.Integer(),
          first_name: nullable(t, t.String()),
          last_name: nullable(t, t.String()),
        }),
      ),
    ),
  ],
  errors: ['notAuthenticated', 'collectionNotFound', 'itemNotFound'],
};

const seen: Wire = {
  summary: 'Delete a mention of the caller, who has seen it',
  tags: ['activity'],
  path: { id: key('The id of the mention') },
  answers: [{ kind: 'deleted' }],
  errors: ['notAuthenticated', 'itemWithIdNotFound'],
};

/** Comments on items, and whom they mention. */
export const commentsWire = { create, update, remove, mentions, mentionable, seen };
