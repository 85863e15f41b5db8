import { TASK_STATES } from '../../persistence/tasks.ts';
import { key, moment, nullable, oneOf, optionalText, text } from '../../wire/members.ts';
import type { Build } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire } from '../../wire/wire.ts';

const shown = (t: Build) =>
  t.Object({
    id: t.Integer(),
    collection: t.String(),
    item: t.String(),
    status: nullable(t, t.String({ description: 'The status that the item had; null for those who do not see it' })),
    state: oneOf(t, TASK_STATES),
    user: nullable(t, t.Integer({ description: 'Who is asked, unless it is a role' })),
    role: nullable(t, t.Integer({ description: 'Whoever has this role is asked' })),
    by: t.Integer({ description: 'Who asks' }),
    note: nullable(t, t.String()),
    due: nullable(t, moment(t)),
    answer: nullable(t, t.String()),
    answered_by: nullable(t, t.Integer()),
    created_on: moment(t),
    ended_on: nullable(t, moment(t)),
  });

const wanted = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      collection: text('A collection with a status field')(t),
      item: t.Union([text('The key of the item')(t), t.Number()]),
      user: t.Optional(nullable(t, t.Integer({ minimum: 1, description: 'Who is asked' }))),
      role: t.Optional(nullable(t, t.Integer({ minimum: 1, description: 'Or the role whose users are asked' }))),
      note: optionalText('What is to be looked at, in at most 2,000 characters')(t),
      due: optionalText('A moment to come with its time zone, such as 2026-12-31T23:59:00Z')(t),
    }),
} as const satisfies CheckedBody;

const answered = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      state: text('done or declined')(t),
      answer: optionalText('What is to be said about it; a reason, if it is declined')(t),
    }),
} as const satisfies CheckedBody;

const list: Wire = {
  summary: 'List tasks of items that the caller may read, the newest first',
  tags: ['tasks'],
  query: {
    collection: optionalText('The name of a collection'),
    item: optionalText('The key of an item'),
    state: (t) => t.Optional(oneOf(t, TASK_STATES)),
    asked: optionalText('`me`: tasks that the caller was asked for, in person or by role'),
    by: optionalText('`me`: tasks that the caller has asked for'),
  },
  answers: [data((t) => t.Array(shown(t)))],
  errors: ['notAuthenticated', 'validation'],
};

const askable: Wire = {
  summary: 'List users and roles who can be asked to look at an item',
  tags: ['tasks'],
  query: {
    collection: text('The name of a collection'),
    item: text('The key of an item'),
    search: optionalText('How a name begins'),
  },
  answers: [
    data((t) =>
      t.Object({
        users: t.Array(
          t.Object({
            id: t.Integer(),
            first_name: nullable(t, t.String()),
            last_name: nullable(t, t.String()),
          }),
        ),
        roles: t.Array(t.Object({ id: t.Integer(), name: t.String() })),
      }),
    ),
  ],
  errors: ['notAuthenticated', 'collectionNotFound', 'itemNotFound'],
};

const create = {
  summary: 'Ask a user or a role to look at an item while it has its status',
  tags: ['tasks'],
  body: wanted,
  answers: [data(shown)],
  errors: [
    'notAuthenticated',
    'apiKeyLimited',
    'bodyMissing',
    'collectionNotFound',
    'validation',
    'itemWithIdNotFound',
    'updateDenied',
    'tasksExhausted',
    'internalTableMissing',
  ],
} as const satisfies Wire;

const answer = {
  summary: 'Say that a task is done, or decline it',
  tags: ['tasks'],
  path: { id: key('The id of the task') },
  body: answered,
  answers: [data(shown)],
  errors: [
    'notAuthenticated',
    'apiKeyLimited',
    'bodyMissing',
    'validation',
    'taskNotFound',
    'taskNotYours',
    'taskOver',
  ],
} as const satisfies Wire;

const withdraw: Wire = {
  summary: 'Withdraw a task, or forget one that is over',
  tags: ['tasks'],
  path: { id: key('The id of the task') },
  answers: [{ kind: 'deleted' }],
  errors: ['notAuthenticated', 'apiKeyLimited', 'taskNotFound', 'taskNotYours'],
};

/** Tasks for users about items. */
export const tasksWire = { list, askable, create, answer, withdraw };
