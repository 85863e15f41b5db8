import { JOB_STATES } from '../../persistence/jobs/job.ts';
import { KIND_NAMES } from '../../services/jobs/kinds.ts';
import { key, nullable, optionalText } from '../../wire/members.ts';
import type { Build, Shape } from '../../wire/shape.ts';
import { data, type HandledBody, type Wire } from '../../wire/wire.ts';

const id = key('The id of the job');

const oneOf = (t: Build, names: readonly string[]) => t.Union(names.map((name) => t.Literal(name)));

const moment = (t: Build) => t.String({ format: 'date-time' });

const refusal = (t: Build) =>
  t.Object({
    key: t.String({ description: 'The key of the item, or its place in what was sent' }),
    code: nullable(t, t.Integer()),
    message: t.String(),
  });

const members = (t: Build) => ({
  id: t.Integer(),
  kind: t.String(),
  state: oneOf(t, JOB_STATES),
  user: nullable(t, t.Integer({ description: 'Who asked for it; null for the server itself' })),
  input: t.Record(t.String(), t.Unknown()),
  comment: nullable(t, t.String()),
  progress: t.Object({
    done: t.Integer({ description: 'The pieces that were handled, refused ones included' }),
    total: nullable(t, t.Integer({ description: 'Null while it is not known' })),
    refused: t.Integer(),
  }),
  result: nullable(t, t.Record(t.String(), t.Unknown())),
  error: nullable(t, t.Object({ code: nullable(t, t.Integer()), message: t.String() })),
  created_on: moment(t),
  started_on: nullable(t, moment(t)),
  updated_on: moment(t),
  ended_on: nullable(t, moment(t)),
});

const listed = (t: Build) => t.Object(members(t));

const whole: Shape = (t) =>
  t.Object({
    ...members(t),
    undoable: t.Boolean({ description: 'Whether a job `undo` finds changes to undo' }),
    refused: t.Array(refusal(t), { description: 'The first of what was left out' }),
  });

const selection = (t: Build) => ({
  collection: t.String(),
  filter: t.Union([t.Record(t.String(), t.Unknown()), t.Array(t.Record(t.String(), t.Unknown()))], {
    description: 'As in a list, as JSON; {} for all items',
  }),
  q: optionalText('Searches like the parameter of a list')(t),
  status: optionalText('The statuses that count, like the parameter of a list')(t),
});

const wanted: HandledBody = {
  check: 'handler',
  reason: 'Each kind of job checks its own input, which depends on the collection.',
  shape: (t) =>
    t.Union([
      t.Object({
        kind: t.Literal('update'),
        ...selection(t),
        payload: t.Record(t.String(), t.Unknown(), { description: 'The new values' }),
      }),
      t.Object({ kind: t.Literal('delete'), ...selection(t) }),
      t.Object({ kind: t.Literal('undo'), job: t.Integer({ description: 'The job to undo' }) }),
    ]),
};

const ERRORS = ['notAuthenticated', 'jobNotFound'] as const;

const list: Wire = {
  summary: 'List the jobs that the caller may see, newest first',
  tags: ['jobs'],
  query: {
    state: (t) => t.Optional(oneOf(t, JOB_STATES)),
    kind: (t) => t.Optional(oneOf(t, KIND_NAMES)),
    limit: (t) => t.Optional(t.Integer({ minimum: 1, maximum: 100, description: '50 by default' })),
    page: (t) => t.Optional(t.Integer({ minimum: 1 })),
  },
  answers: [data((t) => t.Array(listed(t)))],
  errors: ['notAuthenticated'],
};

const create: Wire = {
  summary: 'Make a job, which a server begins soon',
  tags: ['jobs'],
  body: wanted,
  answers: [data(listed)],
  errors: ['notAuthenticated', 'bodyMissing', 'jobsExhausted', 'adminOnly'],
};

const read: Wire = {
  summary: 'Read a job',
  tags: ['jobs'],
  path: { id },
  answers: [data(whole)],
  errors: ERRORS,
};

const remove: Wire = {
  summary: 'Delete a job that has ended, with what it keeps',
  tags: ['jobs'],
  path: { id },
  answers: [{ kind: 'deleted' }],
  errors: [...ERRORS, 'jobState'],
};

const cancel: Wire = {
  summary: 'Cancel a job',
  tags: ['jobs'],
  path: { id },
  answers: [data(listed)],
  errors: [...ERRORS, 'jobState'],
};

const resume: Wire = {
  summary: 'Continue a job that has failed or was cancelled',
  tags: ['jobs'],
  path: { id },
  answers: [data(listed)],
  errors: [...ERRORS, 'jobState', 'jobsExhausted'],
};

const refused: Wire = {
  summary: 'List what a job has left out, as a CSV file',
  tags: ['jobs'],
  path: { id },
  answers: [{ kind: 'text', type: 'text/csv; charset=utf-8' }],
  errors: ERRORS,
};

const events: Wire = {
  summary: 'Follow a job until it ends, by server-sent events',
  tags: ['jobs'],
  path: { id },
  answers: [{ kind: 'text', type: 'text/event-stream' }],
  errors: [...ERRORS, 'jobListeners'],
};

/** Work that outlives its request. */
export const jobsWire = { list, create, read, remove, cancel, resume, refused, events };
