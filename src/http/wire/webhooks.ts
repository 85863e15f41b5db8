import { key, moment, nullable } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { type CheckedBody, data, type Wire } from '../../wire/wire.ts';

/** The longest time for which a former secret still signs, in hours: a week. */
const MAX_HOURS = 168;

const status = (t: Build) => t.Union([t.Literal('pending'), t.Literal('done'), t.Literal('failed')]);

const members = (t: Build) => ({
  id: t.Integer(),
  kind: t.String(),
  subject: t.String(),
  status: status(t),
  webhook: nullable(t, t.Integer({ description: 'The webhook that is called; null for mails' })),
  attempts: t.Integer(),
  answered: nullable(t, t.Integer({ description: "The status of the receiver's last answer" })),
  error: nullable(t, t.String()),
  created_on: moment(t),
  due_on: nullable(t, moment(t)),
  ended_on: nullable(t, moment(t)),
});

const answer = (t: Build) =>
  nullable(
    t,
    t.Object({
      type: t.String({ description: 'The media type' }),
      text: t.String({ description: 'The beginning of the answer, without what looks like a secret' }),
      ms: t.Integer({ description: 'Milliseconds until the answer began' }),
    }),
  );

const delivery: Shape = (t) =>
  t.Object({
    ...members(t),
    event: nullable(t, t.String()),
    collection: nullable(t, t.String()),
    sent: nullable(t, t.String({ description: 'The body of a call, at most its first 16,000 characters' })),
    answer: answer(t),
  });

const tested: Shape = (t) =>
  t.Object({
    answered: nullable(t, t.Integer({ description: 'The status of the answer; null if none came' })),
    error: nullable(t, t.String()),
    answer: answer(t),
    sent: t.Object({
      method: t.String(),
      headers: t.Record(t.String(), t.String()),
      body: nullable(t, t.String()),
    }),
  });

const state = (t: Build) => ({
  source: t.Union([t.Literal('configuration'), t.Literal('derived'), t.Literal('rotated')]),
  changed_on: nullable(t, moment(t)),
  previous_until: nullable(t, t.String({ format: 'date-time', description: 'Until when the former secret signs too' })),
});

const rotation = {
  check: 'shape',
  optional: true,
  shape: (t) =>
    t.Object({
      hours: t.Optional(
        t.Integer({ minimum: 0, maximum: MAX_HOURS, description: 'For how long the former secret signs too; 24' }),
      ),
    }),
} as const satisfies CheckedBody;

const list: Wire = {
  summary: 'List mails and calls of webhooks, the newest first',
  tags: ['deliveries'],
  query: {
    status,
    webhook: (t) => t.Optional(t.Integer({ description: 'The key of a webhook' })),
    before: (t) => t.Optional(t.Integer({ description: 'Lists older ones than the delivery of this key' })),
  },
  answers: [data((t) => t.Array(t.Object(members(t))))],
  errors: ['adminOnly', 'validation'],
};

const read: Wire = {
  summary: 'Read a delivery with what it carries and what was answered',
  tags: ['deliveries'],
  path: { id: key('The id of the delivery') },
  answers: [data(delivery)],
  errors: ['adminOnly', 'itemNotFound'],
};

const replay: Wire = {
  summary: 'Repeat a delivery',
  tags: ['deliveries'],
  path: { id: key('The id of the delivery') },
  answers: [{ kind: 'deleted' }],
  errors: ['adminOnly', 'itemNotFound'],
};

const test: Wire = {
  summary: 'Call a webhook once, active or not, and say how it was answered',
  tags: ['webhooks'],
  path: { id: key('The id of the webhook') },
  answers: [data(tested)],
  errors: ['adminOnly', 'itemNotFound', 'tooManyRequests'],
};

const secret: Wire = {
  summary: 'Say since when the signing secret of webhooks is in use',
  tags: ['webhooks'],
  answers: [data((t) => t.Object(state(t)))],
  errors: ['adminOnly'],
};

const rotate = {
  summary: 'Replace the signing secret of webhooks',
  tags: ['webhooks'],
  body: rotation,
  answers: [data((t) => t.Object({ ...state(t), secret: t.String({ description: 'In this answer alone' }) }))],
  errors: ['adminOnly', 'unprocessable'],
} as const satisfies Wire;

/** Webhooks beyond their rows, and their deliveries. */
export const webhooksWire = { list, read, replay, test, secret, rotate };
