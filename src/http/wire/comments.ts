import { itemOf } from '../../wire/items.ts';
import { key } from '../../wire/members.ts';
import type { Build } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire, type WireAnswer } from '../../wire/wire.ts';

/** A text that may also be sent as a number or a flag. (Contract, R-36.) */
const scalar = (t: Build, description: string) =>
  t.Union([t.String({ minLength: 1, description }), t.Number(), t.Boolean()]);

const newComment = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      collection: scalar(t, 'The collection of the item'),
      item: scalar(t, 'The key of the item'),
      comment: t.Optional(t.Unknown({ description: 'The text of the comment' })),
    }),
} as const satisfies CheckedBody;

const changedComment = {
  check: 'shape',
  shape: (t: Build) => t.Object({ comment: scalar(t, 'The text of the comment') }),
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

/** Comments on items. */
export const commentsWire = { create, update, remove };
