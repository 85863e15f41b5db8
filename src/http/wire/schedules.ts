import { SCHEDULE_ACTIONS, SCHEDULE_STATES } from '../../persistence/schedules.ts';
import { key, moment, nullable, oneOf, optionalText, text } from '../../wire/members.ts';
import type { Build } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire } from '../../wire/wire.ts';

const shown = (t: Build) =>
  t.Object({
    id: t.Integer(),
    collection: t.String(),
    item: t.String(),
    action: oneOf(t, SCHEDULE_ACTIONS),
    status: t.String({ description: 'The status that the item gets' }),
    at: moment(t),
    state: oneOf(t, SCHEDULE_STATES),
    user: t.Integer({ description: 'Who asked for it, and as whom it is done' }),
    comment: nullable(t, t.String()),
    error: nullable(t, t.Object({ code: nullable(t, t.Integer()), message: t.String() })),
    created_on: moment(t),
  });

const wanted = {
  check: 'shape',
  shape: (t: Build) =>
    t.Object({
      collection: text('A collection with a status field')(t),
      item: t.Union([text('The key of the item')(t), t.Number()]),
      action: text('publish or withdraw: an item has one schedule of each')(t),
      status: t.Union([text('The status that the item gets')(t), t.Number(), t.Boolean()]),
      at: text('A moment to come with its time zone, such as 2026-12-31T23:59:00Z')(t),
    }),
} as const satisfies CheckedBody;

const list: Wire = {
  summary: 'List the scheduled changes of items that the caller may change, the next one first',
  tags: ['schedules'],
  query: {
    collection: optionalText('The name of a collection'),
    item: optionalText('The key of an item'),
    state: (t) => t.Optional(oneOf(t, SCHEDULE_STATES)),
  },
  answers: [data((t) => t.Array(shown(t)))],
  errors: ['notAuthenticated', 'validation'],
};

const create = {
  summary: 'Schedule a change of an item’s status',
  tags: ['schedules'],
  body: wanted,
  answers: [data(shown)],
  errors: [
    'notAuthenticated',
    'bodyMissing',
    'collectionNotFound',
    'validation',
    'itemWithIdNotFound',
    'updateDenied',
    'deleteDenied',
    'fieldWriteDenied',
    'commentRequired',
    'schedulesExhausted',
    'internalTableMissing',
  ],
} as const satisfies Wire;

const remove: Wire = {
  summary: 'Delete a schedule',
  tags: ['schedules'],
  path: { id: key('The id of the schedule') },
  answers: [{ kind: 'deleted' }],
  errors: ['notAuthenticated', 'scheduleNotFound', 'updateDenied', 'fieldWriteDenied', 'databaseBusy'],
};

/** Scheduled changes of an item's status. */
export const schedulesWire = { list, create, remove };
